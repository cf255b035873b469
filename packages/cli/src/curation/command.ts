import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';

const TOOL = 'server/tool, or server__tool as clients call it';

/** What a person can change about how tools are offered: whether at all, and in which words. */
export function defineCurationCommands(tools: Command, { io, end }: DefineOptions): void {
  const disable = withAskOptions(tools.command('disable'))
    .description('offer a tool, or all that match a pattern, to nobody')
    .argument('<tool>', `${TOOL}; or a pattern: notes/delete_*, */purge`)
    .action(async (name: string, options: AskOptions) => {
      const { switchTools } = await import('./switch.ts');
      end(await switchTools(name, false, options, io));
    });
  const enable = withAskOptions(tools.command('enable'))
    .description('offer them again')
    .argument('<tool>', `${TOOL}; or a pattern`)
    .action(async (name: string, options: AskOptions) => {
      const { switchTools } = await import('./switch.ts');
      end(await switchTools(name, true, options, io));
    });
  const words = [
    { verb: 'rename', key: 'name', value: 'name', says: 'offer a tool under another name' },
    { verb: 'retitle', key: 'title', value: 'title', says: 'offer a tool under another title' },
    { verb: 'describe', key: 'description', value: 'text', says: 'offer a tool with another description' },
  ] as const;
  const changes = words.map(({ verb, key, value, says }) =>
    withAskOptions(tools.command(verb))
      .description(`${says}; the server's own stays visible`)
      .argument('<tool>', TOOL)
      .argument(`<${value}>`, `the new ${key === 'name' ? 'name, without the server' : key}`)
      .action(async (name: string, word: string, options: AskOptions) => {
        const { changeWord } = await import('./change-word.ts');
        end(await changeWord(name, key, word, options, io));
      }),
  );
  const restore = withAskOptions(tools.command('restore'))
    .description('offer a tool as its server has it: switched on, in its own words')
    .argument('<tool>', `${TOOL}; or a pattern as it was given`)
    .action(async (name: string, options: AskOptions) => {
      const { restoreTool } = await import('./restore.ts');
      end(await restoreTool(name, options, io));
    });
  const curations = withAskOptions(tools.command('curations'))
    .description('everything that was changed about how tools are offered')
    .action(async (options: AskOptions) => {
      const { listCurations } = await import('./list.ts');
      end(await listCurations(options, io));
    });
  withHelpText(disable, io, SWITCH_HELP);
  withHelpText(enable, io, SWITCH_HELP);
  for (const command of changes) withHelpText(command, io, WORDS_HELP);
  withHelpText(restore, io, RESTORE_HELP);
  withHelpText(curations, io, '\nExit codes: 0 answered, 2 could not ask.');
}

const SWITCH_HELP = `
It is written into tools of the config, and in use when the command ends. An exact name comes before a pattern.

Examples:
  toolmark tools disable notes/purge
  toolmark tools disable '*/delete_*'
  toolmark tools enable notes/delete_note

Exit codes: 0 done, 2 could not ask, or there is no such tool.`;

const WORDS_HELP = `
Hints and class stay what they are, and so does what is inferred, pinned and checked: that is what the server sent, whatever it
is called here. To go back: toolmark tools restore.

Examples:
  toolmark tools rename notes/rm delete_note
  toolmark tools retitle notes/rm "Delete a note"
  toolmark tools describe notes/rm "Deletes one note for good. Ask before you use it."

Exit codes: 0 done, 1 refused: another tool has that name, 2 could not ask, or there is no such tool.`;

const RESTORE_HELP = `
What was set with "override" stays; that is taken back with: toolmark tools reset

Examples:
  toolmark tools restore notes/rm
  toolmark tools restore '*/delete_*'

Exit codes: 0 done, 1 nothing was changed about it, 2 could not ask.`;
