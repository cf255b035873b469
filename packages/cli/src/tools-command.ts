import { type Tool, toolListSchema } from '@toolmark/api-contract';
import { type Command, Option } from 'commander';
import type { DefineOptions } from './commands.ts';
import { defineCurationCommands } from './curation/command.ts';
import { type AskOptions, ask, told, withAskOptions } from './gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { defineHintCommands } from './overrides/command.ts';
import { defineToolSearch } from './search/command.ts';
import { withHelpText } from './text/help-text.ts';
import { shellWord } from './text/shell-word.ts';
import { findTool } from './tool-name.ts';
import { renderTool, renderTools } from './tools-command-text.ts';

interface ListOptions extends AskOptions {
  readonly server?: string;
  readonly class?: string;
  readonly search?: string;
  readonly contradicted?: boolean;
  readonly held?: boolean;
  readonly changed?: boolean;
  readonly unreviewed?: boolean;
  readonly overridden?: boolean;
  readonly disabled?: boolean;
}

/** The most that a gateway hands out at once. */
const PAGE = 1_000;

/** `toolmark tools`: what the tools of a running gateway are, and what a person says of them. */
export function defineTools(tools: Command, options: DefineOptions): void {
  const { io, end } = options;
  const list = withAskOptions(tools.command('list', { isDefault: true }))
    .description('all tools with their effective hints (also without "list")')
    // Taken so that a forgotten "show" gets a better answer than "too many arguments".
    .allowExcessArguments()
    .option('--server <name>', 'those of one server')
    .addOption(new Option('--class <class>', 'those of one class').choices(['read', 'additive', 'destructive']))
    .option('--search <words>', 'those with all of these words in name, title or description')
    .option('--contradicted', 'those whose own words speak against their hints')
    .addOption(new Option('--held', 'those that are not called until somebody accepts them').conflicts('changed'))
    .option('--changed', 'those that are another one than was pinned, and are called all the same')
    .option('--unreviewed', 'those that claim what nobody has accepted yet')
    .option('--overridden', 'those of which somebody set a hint')
    .option('--disabled', 'those that are switched off')
    .action(async (asked: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listTools(asked, io) : refuseWords(words, io)));
    });
  withAskOptions(tools.command('show'))
    .description('everything about one tool: hints and their reasons, findings, what policy and AI clients will do')
    .argument('<name>', 'server__tool as clients call it, or server/tool')
    .action(async (name: string, asked: AskOptions) => end(await showTool(name, asked, io)));
  defineToolSearch(tools, options);
  defineHintCommands(tools, options);
  defineCurationCommands(tools, options);
  withHelpText(tools, io, TOOLS_HELP);
  withHelpText(list, io, LIST_HELP);
}

function listTools(options: ListOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const query = new URLSearchParams();
    if (options.server !== undefined) query.set('server', options.server);
    if (options.class !== undefined) query.set('class', options.class);
    if (options.search !== undefined) query.set('q', options.search);
    if (options.contradicted) query.set('contradicted', 'true');
    const standing = (['held', 'unreviewed', 'changed'] as const).find((state) => options[state]);
    if (standing !== undefined) query.set('standing', standing);
    if (options.overridden) query.set('overridden', 'true');
    if (options.disabled) query.set('enabled', 'false');
    query.set('limit', String(PAGE));
    const tools: Tool[] = [];
    const json: unknown[] = [];
    for (;;) {
      query.set('offset', String(tools.length));
      const answer = await gateway.request('GET', `/tools?${query}`, toolListSchema);
      if (!answer.ok) return answer;
      const { value } = answer.value;
      tools.push(...value.tools);
      json.push(...(answer.value.json as { readonly tools: readonly unknown[] }).tools);
      // An empty page ends it too: the catalog may have shrunk since the first one.
      if (tools.length >= value.total || value.tools.length === 0) break;
    }
    return told({ json: { tools: json, total: tools.length }, lines: (screen) => renderTools(tools, screen) });
  });
}

function showTool(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await findTool(name, gateway);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return told({ json, lines: (screen) => renderTool(value, screen) });
  });
}

function refuseWords(words: readonly string[], io: Io): Promise<ExitCode> {
  const name = shellWord(words.join(' '));
  io.stderr.write(
    `To look at one tool: toolmark tools show ${name}\nTo see those of a server: toolmark tools --server ${name}\n`,
  );
  return Promise.resolve(EXIT.couldNotRun);
}

const TOOLS_HELP = `
Examples:
  toolmark tools                          all of them, by server
  toolmark tools show notes/delete_note
  toolmark tools search delete a note
  toolmark tools override notes/list_notes --read-only true
  toolmark tools accept notes/delete_note
  toolmark tools disable 'notes/delete_*'
  toolmark tools rename notes/rm delete_note`;

const LIST_HELP = `
Examples:
  toolmark tools --class destructive
  toolmark tools --held                   what waits for somebody to look at it
  toolmark tools --overridden --json

Exit codes: 0 answered, 2 could not ask.`;
