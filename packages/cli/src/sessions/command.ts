import { ok } from '@toolmark/annotations';
import { type Command, Option } from 'commander';
import { listCalls } from '../calls/list.ts';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { parseLimit, parseMoment } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import { shellWord } from '../text/shell-word.ts';
import { findSession } from './find.ts';
import { listSessions } from './list.ts';
import { renderSessions } from './list-text.ts';
import { renderSession } from './show-text.ts';
import type { WatchSessionsOptions } from './watch.ts';

interface ListOptions extends AskOptions {
  readonly status?: string;
  readonly client?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

/** About one screen. */
const DEFAULT_LIMIT = 20;
const MAX = 10_000;
/** Shown below one session; `toolmark calls --session` lists the rest. */
const LATEST_CALLS = 10;

/** Defines `toolmark sessions`: the sessions of each client. */
export function defineSessions(sessions: Command, { io, end }: DefineOptions): void {
  const list = withAskOptions(sessions.command('list', { isDefault: true }))
    .description('list the newest sessions (the default)')
    // Accept excess arguments, so that a forgotten "show" gets a better error than "too many arguments".
    .allowExcessArguments()
    .addOption(new Option('--status <status>', 'active or closed sessions').choices(['active', 'closed']))
    .option('--client <name>', 'sessions of one client, by its own name')
    .option(
      '--since <time>',
      'sessions that started at this time or later: 12h, 7d, today, 2026-11-15',
      parseMoment(io.now()),
    )
    .option('--until <time>', 'sessions that started before this time', parseMoment(io.now()))
    .option('--limit <number>', `maximum number (default: ${DEFAULT_LIMIT})`, parseLimit(MAX))
    .action(async (options: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listed(options, io) : refuseWords(words, io)));
    });
  const show = withAskOptions(sessions.command('show'))
    .description('show one session: calls, tokens, servers, risk, latest calls')
    .argument('<id>', 'its id, or the unique start of it')
    .action(async (id: string, options: AskOptions) => end(await shown(id, options, io)));
  const watch = withAskOptions(sessions.command('watch'), 'print each event as a line of JSON')
    .description('follow sessions until Ctrl-C')
    .option('--client <name>', 'sessions of one client, by its own name')
    .action(async (options: WatchSessionsOptions) => {
      const { watchSessions } = await import('./watch.ts');
      end(await watchSessions(options, io));
    });
  withHelpText(sessions, io, SESSIONS_HELP);
  withHelpText(list, io, LIST_HELP);
  withHelpText(show, io, `\n${ASK_EXITS}`);
  withHelpText(watch, io, WATCH_HELP);
}

function listed(options: ListOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const { status, client, since, until, limit = DEFAULT_LIMIT } = options;
    const query = new URLSearchParams();
    if (status !== undefined) query.set('status', status);
    if (client !== undefined) query.set('client', client);
    if (since !== undefined) query.set('from', since);
    if (until !== undefined) query.set('to', until);
    const found = await listSessions(gateway, query, limit);
    if (!found.ok) return found;
    const { sessions, total } = found.value.list;
    const isFiltered = query.size > 0;
    return output({
      json: found.value.json,
      lines: (screen) => renderSessions({ sessions, total, isFiltered }, screen),
    });
  });
}

function shown(id: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await findSession(id, gateway);
    if (!answer.ok) return answer;
    const { value: session, json } = answer.value;
    // With --json only the session is printed; people also want its calls.
    const filter = new URLSearchParams({ session_id: session.id });
    const latest = options.json ? ok(undefined) : await listCalls(gateway, filter, LATEST_CALLS);
    if (!latest.ok) return latest;
    const calls = latest.value?.list.tool_calls ?? [];
    return output({ json, lines: (screen) => renderSession(session, calls, screen) });
  });
}

function refuseWords(words: readonly string[], io: Io): Promise<ExitCode> {
  const text = shellWord(words.join(' '));
  io.stderr.write(
    `To see one session: toolmark sessions show ${text}\nTo list those of a client: toolmark sessions --client ${text}\n`,
  );
  return Promise.resolve(EXIT.couldNotRun);
}

const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

const SESSIONS_HELP = `
A session is the activity of one client without a longer pause. It starts when the client connects.

Filters of list: --status, --client, --since, --until; of watch: --client. "toolmark sessions list --help" explains them.

Examples:
  toolmark sessions                       list the newest sessions
  toolmark sessions show 019a8f3c
  toolmark calls --session 019a8f3c       list all of its calls`;

const LIST_HELP = `
Examples:
  toolmark sessions --status active
  toolmark sessions --client claude-code --since 7d --json

${ASK_EXITS}`;

const WATCH_HELP = `
On a terminal the active ones stay visible. Reconnects after a restart of the gateway. With --json, one event per line.

Exit codes: 130 ended by Ctrl-C, 2 request failed.`;
