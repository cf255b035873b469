import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';

const TOOL = 'server/tool, or server__tool as clients see it';

/** Defines the commands that change how clients see tools: enabled or not, and with which texts. */
export function defineCurationCommands(tools: Command, { io, end }: DefineOptions): void {
  const disable = withAskOptions(tools.command('disable'))
    .description('disable a tool, or all that match a pattern')
    .argument('<tool>', `${TOOL}; or a pattern: notes/delete_*, */purge`)
    .action(async (name: string, options: AskOptions) => {
      const { setToolsEnabled } = await import('./enable-tools.ts');
      end(await setToolsEnabled(name, false, options, io));
    });
  const enable = withAskOptions(tools.command('enable'))
    .description('enable them again')
    .argument('<tool>', `${TOOL}; or a pattern`)
    .action(async (name: string, options: AskOptions) => {
      const { setToolsEnabled } = await import('./enable-tools.ts');
      end(await setToolsEnabled(name, true, options, io));
    });
  const words = [
    { verb: 'rename', key: 'name', value: 'name', says: 'change the name that clients see' },
    { verb: 'retitle', key: 'title', value: 'title', says: 'change the title that clients see' },
    { verb: 'describe', key: 'description', value: 'text', says: 'change the description that clients see' },
  ] as const;
  const changes = words.map(({ verb, key, value, says }) =>
    withAskOptions(tools.command(verb))
      .description(`${says}; the server's original stays visible to you`)
      .argument('<tool>', TOOL)
      .argument(`<${value}>`, `the new ${key === 'name' ? 'name, without the server' : key}`)
      .action(async (name: string, word: string, options: AskOptions) => {
        const { changeText } = await import('./change-text.ts');
        end(await changeText(name, key, word, options, io));
      }),
  );
  const restore = withAskOptions(tools.command('restore'))
    .description('restore a tool: enabled, with its original texts')
    .argument('<tool>', `${TOOL}; or a pattern that was changed`)
    .action(async (name: string, options: AskOptions) => {
      const { restoreTool } = await import('./restore.ts');
      end(await restoreTool(name, options, io));
    });
  const curations = withAskOptions(tools.command('curations'))
    .description('list all such changes')
    .action(async (options: AskOptions) => {
      const { listCurations } = await import('./list.ts');
      end(await listCurations(options, io));
    });
  withHelpText(disable, io, SWITCH_HELP);
  withHelpText(enable, io, SWITCH_HELP);
  for (const command of changes) withHelpText(command, io, WORDS_HELP);
  withHelpText(restore, io, RESTORE_HELP);
  withHelpText(curations, io, '\nExit codes: 0 success, 2 request failed.');
}

const SWITCH_HELP = `
The change is written to "tools" in the config and applies when the command ends. An exact name takes precedence over a
pattern.

Examples:
  toolmark tools disable notes/purge
  toolmark tools disable '*/delete_*'
  toolmark tools enable notes/delete_note

Exit codes: 0 done, 2 request failed, or there is no such tool.`;

const WORDS_HELP = `
Hints and class do not change: suggestions, pins and checks always use what the server sent. To undo: toolmark tools restore.

Examples:
  toolmark tools rename notes/rm delete_note
  toolmark tools retitle notes/rm "Delete a note"
  toolmark tools describe notes/rm "Deletes one note for good. Ask before you use it."

Exit codes: 0 done, 1 refused: another tool has that name, 2 request failed, or there is no such tool.`;

const RESTORE_HELP = `
Hints set with "override" are kept; remove those with: toolmark tools reset

Examples:
  toolmark tools restore notes/rm
  toolmark tools restore '*/delete_*'

Exit codes: 0 done, 1 nothing to restore, 2 request failed.`;
