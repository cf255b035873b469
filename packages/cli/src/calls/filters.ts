import { ok, type Result } from '@toolmark/annotations';
import { callStatuses, decisionKinds } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { parseChoices, parseMoment, parseWords } from '../options/parse.ts';
import { findSession } from '../sessions/find.ts';

/** Which calls to include. Several values of one filter are alternatives. */
export interface CallFilters {
  readonly session?: string;
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly status?: readonly string[];
  readonly class?: readonly string[];
  readonly decision?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
}

/**
 * The filters that also work on a live stream. A call is printed when it ends, so there is no filter for running ones.
 */
export function withLiveFilters(command: Command): Command {
  return withSharedFilters(
    command,
    callStatuses.filter((status) => status !== 'running'),
  );
}

function withSharedFilters(command: Command, statuses: readonly string[]): Command {
  return command
    .option('--session <id>', 'calls of one session, by its id or the start of it')
    .option('--server <names>', 'calls of these servers, separated by commas', parseWords)
    .option('--tool <names>', 'calls of these tools, by their original names', parseWords)
    .option('--status <names>', `calls with status ${statuses.join(', ')}`, parseChoices(statuses))
    .option('--class <names>', 'calls of read, additive or destructive tools', parseChoices(CLASSES))
    .option('--decision <names>', `calls with decision ${decisionKinds.join(', ')}`, parseChoices(decisionKinds));
}

export function withCallFilters(command: Command, now: Date): Command {
  return withSharedFilters(command, callStatuses)
    .option(
      '--since <time>',
      'calls that started at this time or later: 30m, 12h, 7d, today, 2026-11-15T12:00',
      parseMoment(now),
    )
    .option('--until <time>', 'calls that started before this time', parseMoment(now))
    .option(
      '--search <words>',
      'calls with all these words in arguments or result; "in quotes" for a phrase, word* for a prefix',
    );
}

/** The filters for the API; the start of a session id is resolved. */
export async function toCallQuery(
  filters: CallFilters,
  gateway: GatewayClient,
): Promise<Result<URLSearchParams, Refusal>> {
  const query = new URLSearchParams();
  if (filters.session !== undefined) {
    const session = await findSession(filters.session, gateway);
    if (!session.ok) return session;
    query.set('session_id', session.value.value.id);
  }
  const given: readonly (readonly [string, string | undefined])[] = [
    ['server', filters.server?.join(',')],
    ['tool', filters.tool?.join(',')],
    ['status', filters.status?.join(',')],
    ['class', filters.class?.join(',')],
    ['decision', filters.decision?.join(',')],
    ['from', filters.since],
    ['to', filters.until],
    ['q', filters.search],
  ];
  for (const [name, value] of given) if (value !== undefined) query.set(name, value);
  return ok(query);
}

const CLASSES = ['read', 'additive', 'destructive'];
