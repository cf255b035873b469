import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import { shellWord } from '../text/shell-word.ts';
import type { ExportCallsOptions } from './export.ts';
import { type CallFilters, toCallQuery, withCallFilters, withLiveFilters } from './filters.ts';
import { findCall } from './find.ts';
import { listCalls } from './list.ts';
import { renderCalls } from './list-text.ts';
import type { ReplayCallOptions } from './replay.ts';
import { renderCall } from './show-text.ts';
import type { VerifyCallOptions } from './verify.ts';
import type { WatchCallsOptions } from './watch.ts';

interface ListOptions extends AskOptions, CallFilters {
  readonly limit?: number;
}

/** A screen or two. */
const DEFAULT_LIMIT = 50;
/** All of them are held in memory; an export streams any number. */
const MAX = 100_000;

/** Defines `toolmark calls`: the recorded calls. */
export function defineCalls(calls: Command, { io, end }: DefineOptions): void {
  const list = withCallFilters(withAskOptions(calls.command('list', { isDefault: true })), io.now())
    .description('list the newest calls (the default)')
    // Accept excess arguments, so that a forgotten "show" gets a better error than "too many arguments".
    .allowExcessArguments()
    .option('--limit <number>', `maximum number (default: ${DEFAULT_LIMIT})`, parseLimit(MAX))
    .action(async (options: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listed(options, io) : failWithShowHint(words, io)));
    });
  const show = withAskOptions(calls.command('show'))
    .description('show one call: arguments, result, hints at the time, decision, tokens')
    .argument('<id>', "the call's id, or the start of it")
    .action(async (id: string, options: AskOptions) => end(await shown(id, options, io)));
  const watch = withLiveFilters(withAskOptions(calls.command('watch'), 'print each event as a line of JSON'))
    .description('print one line per finished call until Ctrl-C')
    .action(async (options: WatchCallsOptions) => {
      const { watchCalls } = await import('./watch.ts');
      end(await watchCalls(options, io));
    });
  const exported = withCallFilters(withAskOptions(calls.command('export'), EXPORT_JSON), io.now())
    .description('export calls as CSV or NDJSON, oldest first')
    .addOption(new Option('--format <format>', FORMAT_TEXT).choices(['csv', 'ndjson']))
    .option('--out <file>', 'write to a file, which appears when it is complete; without it, to stdout')
    .option('--bodies', 'include arguments and results')
    .action(async (options: ExportCallsOptions) => {
      const { exportCalls } = await import('./export.ts');
      end(await exportCalls(options, io));
    });
  const replay = withAskOptions(calls.command('replay'), 'print the new call as JSON')
    .description('repeat a call with the same arguments; asks first unless its tool is read-only')
    .argument('<id>', "the call's id, or the start of it")
    .option('--yes', 'do not ask')
    .action(async (id: string, options: ReplayCallOptions) => {
      const { replayCall } = await import('./replay.ts');
      end(await replayCall(id, options, io));
    });
  const verify = withAskOptions(calls.command('verify'))
    .description('check whether a file holds exactly what was sent with a call whose secrets were removed')
    .argument('<id>', "the call's id, or the start of it")
    .requiredOption('--params <file>', 'the params of the call as JSON: { "arguments": { … } }')
    .action(async (id: string, options: VerifyCallOptions) => {
      const { verifyCall } = await import('./verify.ts');
      end(await verifyCall(id, options, io));
    });
  withHelpText(calls, io, CALLS_HELP);
  withHelpText(list, io, LIST_HELP);
  withHelpText(show, io, `\n${ASK_EXITS}`);
  withHelpText(watch, io, WATCH_HELP);
  withHelpText(exported, io, EXPORT_HELP);
  withHelpText(replay, io, REPLAY_HELP);
  withHelpText(verify, io, VERIFY_HELP);
}

function listed(options: ListOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const query = await toCallQuery(options, gateway);
    if (!query.ok) return query;
    const found = await listCalls(gateway, query.value, options.limit ?? DEFAULT_LIMIT);
    if (!found.ok) return found;
    const { tool_calls: calls, total, total_is_exact: isExact } = found.value.list;
    const isFiltered = query.value.size > 0;
    return output({
      json: found.value.json,
      lines: (screen) => renderCalls({ calls, total, isExact, isFiltered }, screen),
    });
  });
}

function shown(id: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await findCall(id, gateway);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderCall(value, screen) });
  });
}

function failWithShowHint(words: readonly string[], io: Io): Promise<ExitCode> {
  const text = shellWord(words.join(' '));
  io.stderr.write(
    `To see one call: toolmark calls show ${text}\nTo search in arguments and results: toolmark calls --search ${text}\n`,
  );
  return Promise.resolve(EXIT.couldNotRun);
}

const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

const EXPORT_JSON = 'ndjson instead of csv; with --out, print the result as JSON';
const FORMAT_TEXT =
  'csv for tables or ndjson for programs (default: csv; ndjson with --json, and for files that end in .ndjson, .jsonl or .json)';

const CALLS_HELP = `
Filters of list and export: --session, --server, --tool, --status, --class, --decision, --since, --until, --search. watch
has the same ones except --since, --until and --search. "toolmark calls list --help" explains them.

Examples:
  toolmark calls                          list the newest calls
  toolmark calls --class destructive --since today
  toolmark calls watch --status error,denied
  toolmark calls export --out calls.csv`;

const LIST_HELP = `
Examples:
  toolmark calls --session 019a8f3c --status error
  toolmark calls --server notes --search "quarterly report" --since 7d
  toolmark calls --json --limit 5000

${ASK_EXITS}`;

const WATCH_HELP = `
Reconnects after a restart of the gateway and continues where it stopped. With --json, one event per line.

Examples:
  toolmark calls watch
  toolmark calls watch --class additive,destructive --server notes
  toolmark calls watch --json | jq -r .data.tool

Exit codes: 130 ended by Ctrl-C, 2 request failed.`;

const EXPORT_HELP = `
Examples:
  toolmark calls export --since 30d --out calls.csv
  toolmark calls export --bodies --out calls.ndjson
  toolmark calls export --format ndjson | jq -r .tool | sort | uniq -c

Exit codes: 0 exported, 2 failed; then there is no file.`;

const REPLAY_HELP = `
A call whose arguments were cut or had secrets removed before they were stored cannot be replayed.

Examples:
  toolmark calls replay 019a8f3c-1d2e
  toolmark calls replay 019a8f3c-1d2e --yes --json

Exit codes: 0 the new call succeeded, 1 it failed or was not made, 2 request failed.`;

const VERIFY_HELP = `
A call that was stored without secrets, or only in part, has a digest of everything that was sent, keyed with a secret of the
data folder. The order of members and whitespace do not matter; digits do. The tool's name and per-hop keys of _meta
(progressToken, clientInfo, …) are ignored.

Example:
  toolmark calls verify 019a8f3c-1d2e --params sent.json

Exit codes: 0 it is what was sent, 1 it is not, 2 could not be checked.`;
