import type { GatewayClient } from '../gateway-client.ts';
import { type CallEvent, isWanted, type LiveFilter } from './call-event.ts';
import { listCalls } from './list.ts';

/** The running calls, as far as events tell. */
export interface RunningCalls {
  readonly all: () => readonly CallEvent[];
  /** Fetches the running calls; events that are older than the answer are ignored afterwards. */
  readonly reload: (gateway: GatewayClient) => Promise<void>;
  readonly take: (news: CallEvent) => void;
  readonly clear: () => void;
}

/** Calls that are already running when the watch starts. */
const MAX_RUNNING = 100;
/** Enough for every end that may arrive before its start. */
const MAX_REMEMBERED = 1_000;

export function createRunningCalls(filter: LiveFilter): RunningCalls {
  const running = new Map<string, CallEvent>();
  const ended = new Set<string>();
  /** Running calls are known up to this id: ids are ordered by start time. */
  let knownUpTo = '';
  const begin = (news: CallEvent): void => {
    // After a reconnect, events are sent again, including those of calls that ended long ago.
    if (!ended.has(news.id) && news.id > knownUpTo && isWanted(news, filter)) running.set(news.id, news);
  };
  const end = ({ id }: CallEvent): void => {
    running.delete(id);
    ended.add(id);
    const [oldest] = ended;
    if (ended.size > MAX_REMEMBERED && oldest !== undefined) ended.delete(oldest);
  };
  return {
    all: () => [...running.values()],
    take: (news) => (news.isOver ? end(news) : begin(news)),
    clear: () => running.clear(),
    reload: async (gateway) => {
      const newest = await listCalls(gateway, new URLSearchParams(), 1);
      const found = await listCalls(gateway, new URLSearchParams({ status: 'running' }), MAX_RUNNING);
      running.clear();
      knownUpTo = '';
      if (!found.ok) return;
      const { tool_calls: calls, next_cursor: next } = found.value.list;
      for (const call of calls.toReversed())
        begin({ ...call, error_message: undefined, at: call.started_at, isOver: false });
      // If the list was cut, rely on events for the calls that are not in it.
      if (newest.ok && next === null) knownUpTo = newest.value.list.tool_calls[0]?.id ?? '';
    },
  };
}
