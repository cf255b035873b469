import { searchAnswerSchema } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import { renderFound } from './text.ts';

interface SearchOptions extends AskOptions {
  readonly server?: string;
  readonly readOnly?: boolean;
  readonly excludeDestructive?: boolean;
  readonly excludeOpenWorld?: boolean;
  readonly idempotentOnly?: boolean;
  readonly limit?: number;
}

/** Defines `toolmark tools search`: finds the tools that a client in search mode would find. */
export function defineToolSearch(tools: Command, { io, end }: DefineOptions): void {
  const search = withAskOptions(tools.command('search'))
    .description('find tools for a task, as clients in search mode do')
    .argument('<words...>', 'the task in a few words')
    .option('--server <name>', 'only tools of this server')
    .option('--read-only', 'only tools that change nothing')
    .option('--exclude-destructive', 'no tools that may destroy data')
    .option('--exclude-open-world', 'no tools that reach beyond their server')
    .option('--idempotent-only', 'only tools that are read-only or idempotent')
    .option('--limit <number>', 'maximum number of tools (default: 10)', parseLimit(50))
    .action(async (words: readonly string[], asked: SearchOptions) => end(await searchTools(words, asked, io)));
  withHelpText(search, io, SEARCH_HELP);
}

function searchTools(words: readonly string[], options: SearchOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const query = new URLSearchParams({ q: words.join(' ') });
    if (options.server !== undefined) query.set('server', options.server);
    if (options.readOnly) query.set('read_only', 'true');
    if (options.excludeDestructive) query.set('exclude_destructive', 'true');
    if (options.excludeOpenWorld) query.set('exclude_open_world', 'true');
    if (options.idempotentOnly) query.set('idempotent_only', 'true');
    if (options.limit !== undefined) query.set('limit', String(options.limit));
    const answer = await gateway.request('GET', `/search?${query}`, searchAnswerSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderFound(value, screen) });
  });
}

const SEARCH_HELP = `
Examples:
  toolmark tools search delete a note
  toolmark tools search "commits of last week" --read-only --json

Exit codes: 0 success, 2 request failed.`;
