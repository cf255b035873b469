import { searchAnswerSchema } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, told, withAskOptions } from '../gateway-client-command.ts';
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

/** `toolmark tools search`: what a client in search mode would find. */
export function defineToolSearch(tools: Command, { io, end }: DefineOptions): void {
  const search = withAskOptions(tools.command('search'))
    .description('the tools that fit best what should be done, as clients in search mode find them')
    .argument('<words...>', 'what should be done, in a few words')
    .option('--server <name>', 'those of one server')
    .option('--read-only', 'those that change nothing')
    .option('--exclude-destructive', 'none that may destroy something')
    .option('--exclude-open-world', 'none that reach outside of their server')
    .option('--idempotent-only', 'those that read or can be repeated')
    .option('--limit <number>', 'how many (default: 10)', parseLimit(50))
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
    return told({ json, lines: (screen) => renderFound(value, screen) });
  });
}

const SEARCH_HELP = `
Examples:
  toolmark tools search delete a note
  toolmark tools search "commits of last week" --read-only --json

Exit codes: 0 answered, 2 could not ask.`;
