import { err } from '@toolmark/annotations';
import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import { shellWord } from '../text/shell-word.ts';
import { type ApproveOptions, approve, deny } from './answer.ts';
import { fetchSentParams, findApproval } from './find.ts';
import { listGrants, revokeGrant } from './grants.ts';
import {
  APPROVALS_HELP,
  APPROVE_HELP,
  ASK_EXITS,
  DENY_HELP,
  GRANTS_HELP,
  LIST_HELP,
  SHOW_HELP,
  WATCH_HELP,
} from './help.ts';
import { listApprovals } from './list.ts';
import { renderApprovals } from './list-text.ts';
import { renderWhole } from './sent-text.ts';
import { renderApproval } from './show-text.ts';

interface ListOptions extends AskOptions {
  readonly status: string;
  readonly limit?: number;
}

interface ShowOptions extends AskOptions {
  readonly full?: boolean;
}

/** About one screen. */
const DEFAULT_LIMIT = 50;
const MAX = 10_000;
const STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'all'];
const ID_TEXT = "the approval's id, or the start of it";

/** Defines `toolmark approvals`. */
export function defineApprovals(approvals: Command, { io, end }: DefineOptions): void {
  const list = withAskOptions(approvals.command('list', { isDefault: true }))
    .description('list calls that wait for approval (the default)')
    // Accept excess arguments, so that a forgotten "show" gets a better error than "too many arguments".
    .allowExcessArguments()
    .addOption(
      new Option('--status <status>', 'waiting approvals, or the outcome of earlier ones')
        .choices(STATUSES)
        .default('pending'),
    )
    .option('--limit <number>', `maximum number (default: ${DEFAULT_LIMIT})`, parseLimit(MAX))
    .action(async (options: ListOptions, { args: words }: Command) => {
      end(await (words.length === 0 ? listed(options, io) : failWithShowHint(words, io)));
    });
  const show = withAskOptions(approvals.command('show'))
    .description('show one approval: why the call was stopped, exactly what it sends, the answer')
    .argument('<id>', ID_TEXT)
    .option('--full', 'print the complete parameters and nothing else, for use with a pager')
    .action(async (id: string, options: ShowOptions) => end(await shown(id, options, io)));
  const approved = withAskOptions(approvals.command('approve'))
    .description('allow a call; with an option also later calls')
    .argument('<id>', ID_TEXT)
    .addOption(new Option('--session', 'also allow every later call of the tool in this session').conflicts('always'))
    .option('--always', 'also allow every later call of the tool by the same client with the same token, until revoked')
    .option('--arguments-only', 'with --session or --always: only calls with the same arguments')
    .option(
      '--accept-claims',
      'also accept the hints that the server claims for the tool, if the call asks because of them',
    )
    .action(async (id: string, options: ApproveOptions) => end(await approve(id, options, io)));
  const denied = withAskOptions(approvals.command('deny'))
    .description('deny a call; the client is told')
    .argument('<id>', ID_TEXT)
    .action(async (id: string, options: AskOptions) => end(await deny(id, options, io)));
  const watch = withAskOptions(approvals.command('watch'), 'print each event as a line of JSON')
    .description('follow approvals until Ctrl-C, and answer them on a terminal')
    .action(async (options: AskOptions) => {
      const { watchApprovals } = await import('./watch.ts');
      end(await watchApprovals(options, io));
    });
  const grants = withAskOptions(approvals.command('grants'))
    .description('list approvals for more than one call')
    .action(async (options: AskOptions) => end(await listGrants(options, io)));
  const revoke = withAskOptions(approvals.command('revoke'))
    .description('revoke such an approval')
    .argument('<grant>', 'its id from "toolmark approvals grants", or the start of it')
    .action(async (id: string, options: AskOptions) => end(await revokeGrant(id, options, io)));
  withHelpText(approvals, io, APPROVALS_HELP);
  withHelpText(list, io, LIST_HELP);
  withHelpText(show, io, SHOW_HELP);
  withHelpText(approved, io, APPROVE_HELP);
  withHelpText(denied, io, DENY_HELP);
  withHelpText(watch, io, WATCH_HELP);
  withHelpText(grants, io, GRANTS_HELP);
  withHelpText(revoke, io, `\n${ASK_EXITS}`);
}

function listed({ status, limit = DEFAULT_LIMIT, ...options }: ListOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await listApprovals(gateway, new URLSearchParams({ status }), limit);
    if (!found.ok) return found;
    const { approvals, total } = found.value.list;
    return output({ json: found.value.json, lines: (screen) => renderApprovals({ approvals, total, status }, screen) });
  });
}

function shown(id: string, options: ShowOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await findApproval(id, gateway);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    if (options.full) {
      const sent = await fetchSentParams(value.id, gateway);
      if (!sent.ok) return sent;
      const { text } = sent.value.value;
      if (text === null) return err({ status: undefined, message: 'The gateway did not return the parameters.' });
      return output({ json: sent.value.json, lines: (screen) => renderWhole({ ...sent.value.value, text }, screen) });
    }
    return output({ json, lines: (screen) => renderApproval(value, screen) });
  });
}

function failWithShowHint(words: readonly string[], io: Io): Promise<ExitCode> {
  const text = shellWord(words.join(' '));
  const lines = [
    'To see or answer an approval:',
    ...['show', 'approve', 'deny'].map((verb) => `  toolmark approvals ${verb} ${text}`),
  ];
  io.stderr.write(`${lines.join('\n')}\n`);
  return Promise.resolve(EXIT.couldNotRun);
}
