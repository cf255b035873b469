import { isJsonObject } from '@toolmark/annotations';
import type { Clock, JsonObject } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Caller } from '../model/caller.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Core } from './core.ts';

/**
 * How long the first requests wait for servers that are still connecting. A client that starts the gateway itself asks for lists within
 * milliseconds, and many clients never ask again; one that knows a tool from before calls it at once. Servers started by npx or uvx need
 * seconds; clients such as Codex give a server 10 seconds to start.
 */
export const FIRST_WAIT_MS = 5_000;

export interface FirstOffers<Held extends Core> {
  /** The core. Until `settled`, its lists wait, and so do requests for a tool or prompt that no server has offered yet. */
  readonly core: Held;
  /** Resolves when no server is connecting for the first time, or after `FIRST_WAIT_MS`. */
  readonly settled: Promise<void>;
  /** Releases requests whose wait is over. To be called after a change of the catalog or of a server's state. */
  readonly update: () => void;
  readonly close: () => void;
}

type Offered = Pick<Catalog, 'toolsByName' | 'promptsByName'>;

/** Delays requests that can be answered better in a moment, when the servers have connected. */
export function awaitFirstOffers<Held extends Core>(
  core: Held,
  servers: () => readonly UpstreamServer[],
  catalog: () => Offered,
  clock: Clock,
): FirstOffers<Held> {
  const { promise: settled, resolve: onSettled } = Promise.withResolvers<void>();
  const waiting = new Map<() => void, () => boolean>();
  let isSettled = false;
  const release = (): void => {
    for (const [go, isDue] of waiting) {
      if (!isDue()) continue;
      waiting.delete(go);
      go();
    }
  };
  const dueFor = (method: string, params: JsonObject, mode: Caller['mode']): (() => boolean) | undefined => {
    // The tools of search mode do not depend on servers.
    if (mode === 'search' && method === 'tools/list') return undefined;
    const isOffered = offerCheck(method, mode === 'search' ? toolParams(params) : params, catalog);
    if (isOffered !== undefined) return () => isSettled || isOffered();
    return needsAllServers(method) ? () => isSettled : undefined;
  };
  const held = {
    ...core,
    handle: (method: string, params: JsonObject, caller: Caller) => {
      const isDue = isSettled ? undefined : dueFor(method, params, caller.mode);
      if (isDue === undefined || isDue()) return core.handle(method, params, caller);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(resolve, isDue);
      return promise.then(() => core.handle(method, params, caller));
    },
  };
  const settle = (): void => {
    isSettled = true;
    stopWaiting();
    onSettled();
    release();
    // From now on requests go straight to the core.
    held.handle = core.handle;
  };
  const stopWaiting = clock.after(FIRST_WAIT_MS, settle);
  return {
    core: held,
    settled,
    update: () => {
      if (isSettled) return;
      const states = servers().map(({ status }) => status().state);
      if (!states.includes('connecting')) settle();
      else release();
    },
    close: settle,
  };
}

/** Whether the tool or prompt that a request names is offered; `undefined` for requests that name none. */
function offerCheck(method: string, params: JsonObject, catalog: () => Offered): (() => boolean) | undefined {
  const name = String(params['name']);
  if (method === 'tools/call') return () => catalog().toolsByName.has(name);
  return method === 'prompts/get' ? () => catalog().promptsByName.has(name) : undefined;
}

/** In search mode, a call names the tool in its argument `id`. */
function toolParams(params: JsonObject): JsonObject {
  const { arguments: given } = params;
  return isJsonObject(given) && typeof given['id'] === 'string' ? { name: given['id'] } : params;
}

/** Whether the answer depends on every server. */
function needsAllServers(method: string): boolean {
  return method.endsWith('/list') || method === 'resources/read' || method === 'completion/complete';
}
