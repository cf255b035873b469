import type { JsonObject, RpcNotification } from '@toolmark/base';
import { isOwnError } from '../own-error.ts';
import { FIRST_RETRY_MS, LONGEST_RETRY_MS } from './limits.ts';
import { ACKNOWLEDGED, LIST_CHANGES, type Multiplexer } from './multiplexer.ts';

/** The single `subscriptions/listen` of a connection, kept open. */
export interface Subscription {
  /** Replaces the filter. */
  readonly listen: (filter: JsonObject) => void;
  readonly close: () => void;
}

export function createSubscription(
  mux: Multiplexer,
  onNotification: (notification: RpcNotification) => void,
): Subscription {
  let current: AbortController | undefined;

  /** Changes may have been missed during the gap, so emit all notifications of the filter. */
  const catchUp = (filter: JsonObject): void => {
    for (const [kind, method] of Object.entries(LIST_CHANGES)) if (filter[kind] === true) onNotification({ method });
  };

  const open = async (filter: JsonObject, { signal }: AbortController): Promise<void> => {
    let isFirst = true;
    for (let failures = 0; !signal.aborted && !mux.isOver(); failures++) {
      let wasHeard = false;
      const mayHaveMissed = !isFirst;
      isFirst = false;
      const reply = await mux.request(
        'subscriptions/listen',
        { notifications: filter },
        {
          signal,
          timeoutMs: Number.POSITIVE_INFINITY,
          maxTimeoutMs: Number.POSITIVE_INFINITY,
          onNotification: (notification) => {
            wasHeard = true;
            if (signal.aborted) return;
            if (notification.method !== ACKNOWLEDGED) onNotification(notification);
            else if (mayHaveMissed) catchUp(filter);
          },
        },
      );
      // A server that refuses will refuse again. A broken or ended stream is retried.
      if (reply.kind === 'error' && !isOwnError(reply.error)) return;
      if (wasHeard) failures = 0;
      await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), signal);
    }
  };

  return {
    listen: (filter) => {
      const former = current;
      current = new AbortController();
      void open(filter, current);
      // Abort the previous one only now, so that no change is missed in between.
      former?.abort();
    },
    close: () => current?.abort(),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', done);
  });
}
