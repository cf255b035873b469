import { ok, type Result } from '@toolmark/annotations';
import { callStatuses, decisionKinds } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { parseChoices, parseMoment, parseWords } from '../options/parse.ts';
import { findSession } from '../sessions/find.ts';

/** Which calls are meant. Several values mean: one of these. */
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

/** The filters that work live too. A call is shown when it ended, so that none of them is running. */
export function withLiveFilters(command: Command): Command {
  return withSharedFilters(
    command,
    callStatuses.filter((status) => status !== 'running'),
  );
}

function withSharedFilters(command: Command, statuses: readonly string[]): Command {
  return command
    .option('--session <id>', 'those of one session; the beginning of its id is enough')
    .option('--server <names>', 'those of these servers, with commas', parseWords)
    .option('--tool <names>', 'those of these tools, as their servers call them', parseWords)
    .option('--status <names>', `those that are ${statuses.join(', ')}`, parseChoices(statuses))
    .option('--class <names>', 'those of read, additive or destructive tools', parseChoices(CLASSES))
    .option(
      '--decision <names>',
      `those that the policy decided to ${decisionKinds.join(', ')}`,
      parseChoices(decisionKinds),
    );
}

export function withCallFilters(command: Command, now: Date): Command {
  return withSharedFilters(command, callStatuses)
    .option('--since <time>', 'those that began then or later: 30m, 12h, 7d, today, 2026-11-15T12:00', parseMoment(now))
    .option('--until <time>', 'those that began before', parseMoment(now))
    .option(
      '--search <words>',
      'those with all of these words in arguments or result; "in quotes" in this order, word* for a beginning',
    );
}

/** The filters as the API takes them; a session by the beginning of its id is looked up. */
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
