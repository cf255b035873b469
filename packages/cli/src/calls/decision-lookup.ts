import type { GatewayClient } from '../gateway-client.ts';
import { plural } from '../text/amounts.ts';
import type { CallEvent } from './call-event.ts';
import { findCall, spanOfId } from './find.ts';
import { listCalls } from './list.ts';

/** Finished calls whose decision is wanted. */
export interface DecisionLookup<Waiting extends { readonly news: CallEvent }> {
  /** Takes a finished call. Waits only if too many are queued. */
  readonly take: (waiting: Waiting, gateway: GatewayClient) => Promise<void>;
}

export interface DecidedOptions<Waiting> {
  readonly decisions: readonly string[];
  /** Called in the order in which they were taken. */
  readonly onDecided: (waiting: Waiting) => void;
  /** Reports a lookup that failed. */
  readonly say: (sentence: string) => void;
}

/** Calls that ended during the last lookup are looked up together, up to this many. */
const MAX_AT_ONCE = 1_000;

/**
 * Looks up decisions, which events do not contain. Runs one lookup at a time for all queued calls, so that a watch
 * keeps up with any rate.
 */
export function createDecisionLookup<Waiting extends { readonly news: CallEvent }>(
  options: DecidedOptions<Waiting>,
): DecisionLookup<Waiting> {
  let queue: readonly Waiting[] = [];
  let asking: Promise<void> | undefined;
  const work = async (gateway: GatewayClient): Promise<void> => {
    while (queue.length > 0) {
      const some = queue.slice(0, MAX_AT_ONCE);
      queue = queue.slice(some.length);
      const wanted = await matchingIds(some, options.decisions, gateway);
      if (wanted === undefined) {
        options.say(`${plural(some.length, 'call')} left out: their decisions could not be loaded.`);
      }
      for (const waiting of some) if (wanted?.has(waiting.news.id)) options.onDecided(waiting);
    }
    asking = undefined;
  };
  return {
    take: async (waiting, gateway) => {
      queue = [...queue, waiting];
      asking ??= work(gateway);
      if (queue.length >= MAX_AT_ONCE) await asking;
    },
  };
}

async function matchingIds(
  some: readonly { readonly news: CallEvent }[],
  decisions: readonly string[],
  gateway: GatewayClient,
): Promise<ReadonlySet<string> | undefined> {
  const ids = some.map(({ news }) => news.id).toSorted();
  const [first, last] = [spanOfId(ids[0] ?? ''), spanOfId(ids.at(-1) ?? '')];
  if (first === undefined || last === undefined) return undefined;
  const query = new URLSearchParams({
    decision: decisions.join(','),
    from: first.from.toISOString(),
    to: last.to.toISOString(),
  });
  const found = await listCalls(gateway, query, MAX_AT_ONCE);
  if (!found.ok) return undefined;
  const { tool_calls: calls, next_cursor: next } = found.value.list;
  const wanted = new Set(calls.map(({ id }) => id));
  if (next === null) return wanted;
  // More than one page of calls lies between the first and the last: look up the missing ones by id.
  for (const id of ids.filter((each) => !wanted.has(each))) {
    const call = await findCall(id, gateway);
    if (call.ok && decisions.includes(call.value.value.decision?.kind ?? '')) wanted.add(id);
  }
  return wanted;
}
