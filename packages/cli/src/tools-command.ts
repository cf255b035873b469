import { type Tool, toolListSchema } from '@toolmark/api-contract';
import { type Command, Option } from 'commander';
import type { DefineOptions } from './commands.ts';
import { defineCurationCommands } from './curation/command.ts';
import { type AskOptions, ask, output, withAskOptions } from './gateway-client-command.ts';
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

/** The API's page size limit. */
const PAGE = 1_000;

/** Defines `toolmark tools`: the tools of a running gateway, and their settings. */
export function defineTools(tools: Command, options: DefineOptions): void {
  const { io, end } = options;
  const list = withAskOptions(tools.command('list', { isDefault: true }))
    .description('list all tools with their effective hints (the default)')
    // Accept excess arguments, so that a forgotten "show" gets a better error than "too many arguments".
    .allowExcessArguments()
    .option('--server <name>', 'only tools of this server')
    .addOption(new Option('--class <class>', 'only tools of this class').choices(['read', 'additive', 'destructive']))
    .option('--search <words>', 'only tools with all these words in name, title or description')
    .option('--contradicted', 'only tools whose name or description contradicts their hints')
    .addOption(
      new Option('--held', 'only held tools, which cannot be called until you accept them').conflicts('changed'),
    )
    .option('--changed', 'only tools that differ from their pin, but can still be called')
    .option('--unreviewed', 'only tools with unreviewed hints')
    .option('--overridden', 'only tools with overridden hints')
    .option('--disabled', 'only disabled tools')
    .action(async (asked: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listTools(asked, io) : refuseWords(words, io)));
    });
  withAskOptions(tools.command('show'))
    .description('show one tool: hints with reasons, findings, policy, client behaviour')
    .argument('<name>', 'server__tool as clients see it, or server/tool')
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
      // An empty page ends the loop too: the catalog may have shrunk since the first page.
      if (tools.length >= value.total || value.tools.length === 0) break;
    }
    return output({ json: { tools: json, total: tools.length }, lines: (screen) => renderTools(tools, screen) });
  });
}

function showTool(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await findTool(name, gateway);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderTool(value, screen) });
  });
}

function refuseWords(words: readonly string[], io: Io): Promise<ExitCode> {
  const name = shellWord(words.join(' '));
  io.stderr.write(
    `To see one tool: toolmark tools show ${name}\nTo list those of a server: toolmark tools --server ${name}\n`,
  );
  return Promise.resolve(EXIT.couldNotRun);
}

const TOOLS_HELP = `
Examples:
  toolmark tools                          list all tools by server
  toolmark tools show notes/delete_note
  toolmark tools search delete a note
  toolmark tools override notes/list_notes --read-only true
  toolmark tools accept notes/delete_note
  toolmark tools disable 'notes/delete_*'
  toolmark tools rename notes/rm delete_note`;

const LIST_HELP = `
Examples:
  toolmark tools --class destructive
  toolmark tools --held                   list tools that need a review
  toolmark tools --overridden --json

Exit codes: 0 success, 2 request failed.`;
