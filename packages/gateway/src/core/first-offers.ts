import { isJsonObject } from '@toolmark/annotations';
import type { Clock, JsonObject } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../model/caller.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Core } from './core.ts';

/**
 * How long what is asked for right after the start waits for servers that have not had their first chance yet. A client that
 * starts the gateway itself asks within milliseconds, and many never ask again; one that knew it before calls at once.
 */
export const FIRST_WAIT_MS = 3_000;

/** How long a list waits for the others once one server is there: one that hangs must not hold up all. */
export const LIST_GRACE_MS = 250;

export interface Awaiting {
  /** The core, whose first lists, and first requests for what nobody offers yet, wait. */
  readonly core: Core;
  /** Every server has had its chance, or it took too long. */
  readonly settled: Promise<void>;
  /** Looks whether a wait is over. */
  readonly look: () => void;
  readonly close: () => void;
}

type Offered = Pick<Catalog, 'toolsByName' | 'promptsByName'>;

/** Holds back what could be answered better in a moment: until its server is there, or all have had their chance. */
export function awaitFirstOffers(
  core: Core,
  servers: () => readonly UpstreamServer[],
  catalog: () => Offered,
  clock: Clock,
): Awaiting {
  const { promise: settled, resolve: onSettled } = Promise.withResolvers<void>();
  const waiting = new Map<() => void, () => boolean>();
  let isSettled = false;
  let areListsDue = false;
  let stopGrace: (() => void) | undefined;
  const release = (): void => {
    for (const [go, isDue] of waiting) {
      if (!isDue()) continue;
      waiting.delete(go);
      go();
    }
  };
  const settle = (): void => {
    isSettled = true;
    stopWaiting();
    stopGrace?.();
    onSettled();
    release();
  };
  const stopWaiting = clock.after(FIRST_WAIT_MS, settle);
  const openLists = (): void => {
    areListsDue = true;
    release();
  };
  const dueFor = (method: string, params: JsonObject, mode: Caller['mode']): (() => boolean) | undefined => {
    // The tools of search mode are there in any case.
    if (mode === 'search' && method === 'tools/list') return undefined;
    const named = namedIn(method, mode === 'search' ? meantBy(params) : params, catalog);
    if (named !== undefined) return () => isSettled || named();
    return isOfAll(method) ? () => isSettled || areListsDue : undefined;
  };
  return {
    settled,
    core: {
      ...core,
      handle: (method, params, caller) => {
        const isDue = isSettled ? undefined : dueFor(method, params, caller.mode);
        if (isDue === undefined || isDue()) return core.handle(method, params, caller);
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.set(resolve, isDue);
        return promise.then(() => core.handle(method, params, caller));
      },
    },
    look: () => {
      if (isSettled) return;
      const states = servers().map(({ status }) => status().state);
      if (!states.includes('connecting')) settle();
      else if (states.includes('ready')) stopGrace ??= clock.after(LIST_GRACE_MS, openLists);
      release();
    },
    close: settle,
  };
}

/** Whether what a request names is there; `undefined` for requests that name nothing. */
function namedIn(method: string, params: JsonObject, catalog: () => Offered): (() => boolean) | undefined {
  const name = String(params['name']);
  if (method === 'tools/call') return () => catalog().toolsByName.has(name);
  return method === 'prompts/get' ? () => catalog().promptsByName.has(name) : undefined;
}

/** What a call of search mode is about: the tool that it is to call, if it is to. */
function meantBy(params: JsonObject): JsonObject {
  const { arguments: given } = params;
  return isJsonObject(given) && typeof given['id'] === 'string' ? { name: given['id'] } : params;
}

/** Whether the answer depends on every server. */
function isOfAll(method: string): boolean {
  return method.endsWith('/list') || method === 'resources/read' || method === 'completion/complete';
}
