import { err, type Result } from '@toolmark/annotations';
import { type Tool, type ToolDetail, toolDetailSchema, toolListSchema } from '@toolmark/api-contract';
import { type Command, Option } from 'commander';
import type { DefineOptions } from './commands.ts';
import type { Answer, GatewayClient, Refusal } from './gateway-client.ts';
import { type AskOptions, ask, told, withAskOptions } from './gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { renderTool, renderTools } from './tools-command-text.ts';

interface ListOptions extends AskOptions {
  readonly server?: string;
  readonly class?: string;
  readonly search?: string;
  readonly contradicted?: boolean;
}

/** The most that a gateway hands out at once. */
const PAGE = 1_000;

/** `toolmark tools`: what the tools of a running gateway are. */
export function defineTools(tools: Command, { io, end }: DefineOptions): void {
  withAskOptions(tools.command('list', { isDefault: true }))
    .description('all tools with their effective hints (also without "list")')
    // Taken so that a forgotten "show" gets a better answer than "too many arguments".
    .allowExcessArguments()
    .option('--server <name>', 'those of one server')
    .addOption(new Option('--class <class>', 'those of one class').choices(['read', 'additive', 'destructive']))
    .option('--search <words>', 'those with all of these words in name, title or description')
    .option('--contradicted', 'those whose own words speak against their hints')
    .action(async (options: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listTools(options, io) : refuseWords(words, io)));
    });
  withAskOptions(tools.command('show'))
    .description('everything about one tool: hints and their reasons, findings, what AI clients will do')
    .argument('<name>', 'server__tool as clients call it, or server/tool')
    .action(async (name: string, options: AskOptions) => end(await showTool(name, options, io)));
}

function listTools(options: ListOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const query = new URLSearchParams();
    if (options.server !== undefined) query.set('server', options.server);
    if (options.class !== undefined) query.set('class', options.class);
    if (options.search !== undefined) query.set('q', options.search);
    if (options.contradicted) query.set('contradicted', 'true');
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

/** `server/tool`, or the exposed name, which may hold a slash of its own where one server is passed through. */
async function findTool(name: string, gateway: GatewayClient): Promise<Result<Answer<ToolDetail>, Refusal>> {
  const get = (...names: readonly string[]) =>
    gateway.request('GET', `/tools/${names.map(encodeURIComponent).join('/')}`, toolDetailSchema);
  const slash = name.indexOf('/');
  if (slash < 1) return await get(name);
  const first = await get(name.slice(0, slash), name.slice(slash + 1));
  if (first.ok || first.error.status !== 404) return first;
  const second = await get(name);
  return second.ok ? second : err(first.error);
}

function refuseWords(words: readonly string[], io: Io): Promise<ExitCode> {
  const name = words.join(' ');
  io.stderr.write(
    `To look at one tool: toolmark tools show ${name}\nTo see those of a server: toolmark tools --server ${name}\n`,
  );
  return Promise.resolve(EXIT.couldNotRun);
}
