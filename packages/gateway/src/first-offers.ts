import type { Catalog } from './catalog/catalog.ts';
import type { Core } from './core/core.ts';
import type { JsonObject } from './rpc.ts';
import type { Clock } from './upstream/clock.ts';
import type { UpstreamServer } from './upstream/server.ts';

/**
 * How long what is asked for right after the start waits for servers that have not had their first chance yet. A client that
 * starts the gateway itself asks within milliseconds, and many never ask again; one that knew it before calls at once.
 */
export const FIRST_LIST_WAIT_MS = 3_000;

export interface Awaiting {
  /** The core, whose first lists, and first requests for what nobody offers yet, wait. */
  readonly core: Core;
  readonly settled: Promise<void>;
  /** Looks whether the wait is over. */
  readonly look: () => void;
  readonly close: () => void;
}

/** Holds back until every server has connected or failed once, but never longer than {@link FIRST_LIST_WAIT_MS}. */
export function awaitFirstOffers(
  core: Core,
  servers: () => readonly UpstreamServer[],
  catalog: () => Pick<Catalog, 'toolsByName' | 'promptsByName'>,
  clock: Clock,
): Awaiting {
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
        isSettled || !mayBeEarly(method, params, catalog)
          ? core.handle(method, params, caller)
          : settled.then(() => core.handle(method, params, caller)),
    },
    look: () => {
      if (!isSettled && servers().every(({ status }) => status().state !== 'connecting')) settle();
    },
    close: settle,
  };
}

/** Whether the answer could be another one once all servers are there. */
function mayBeEarly(
  method: string,
  params: JsonObject,
  catalog: () => Pick<Catalog, 'toolsByName' | 'promptsByName'>,
): boolean {
  switch (method) {
    case 'tools/call':
      return !catalog().toolsByName.has(String(params['name']));
    case 'prompts/get':
      return !catalog().promptsByName.has(String(params['name']));
    case 'resources/read':
    case 'completion/complete':
      return true;
    default:
      return method.endsWith('/list');
  }
}
