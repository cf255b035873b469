import type { Core } from './core/core.ts';
import type { Clock } from './upstream/clock.ts';
import type { UpstreamServer } from './upstream/server.ts';

/**
 * How long a list that is asked for right after the start waits for servers that have not had their first chance yet. A
 * client that starts the gateway itself asks within milliseconds, and many never ask again.
 */
export const FIRST_LIST_WAIT_MS = 3_000;

export interface Awaiting {
  /** The core, whose first lists wait. */
  readonly core: Core;
  readonly settled: Promise<void>;
  /** Looks whether the wait is over. */
  readonly look: () => void;
  readonly close: () => void;
}

/** Holds back lists until every server has connected or failed once, but never longer than {@link FIRST_LIST_WAIT_MS}. */
export function awaitFirstOffers(core: Core, servers: () => readonly UpstreamServer[], clock: Clock): Awaiting {
  let isSettled = false;
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  const settle = (): void => {
    isSettled = true;
    stopWaiting();
    resolve();
  };
  const stopWaiting = clock.after(FIRST_LIST_WAIT_MS, settle);
  return {
    settled,
    core: {
      ...core,
      handle: (method, params, caller) =>
        isSettled || !method.endsWith('/list')
          ? core.handle(method, params, caller)
          : settled.then(() => core.handle(method, params, caller)),
    },
    look: () => {
      if (!isSettled && servers().every(({ status }) => status().state !== 'connecting')) settle();
    },
    close: settle,
  };
}
