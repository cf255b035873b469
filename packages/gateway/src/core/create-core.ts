import { isJsonObject, toMessage } from '@toolmark/annotations';
import { clip, type Era, errorOf, failed, type JsonObject, type RpcNotification, type RpcReply } from '@toolmark/base';
import type { OfferKind, UpstreamServer } from '@toolmark/upstream';
import { createPages } from '../calls/bridge/pages.ts';
import { createParking } from '../calls/bridge/parking.ts';
import { createLines } from '../calls/bridge/question-router.ts';
import { dismissal } from '../calls/bridge/questions.ts';
import { createRelay, createSend } from '../calls/bridge/relay.ts';
import { compose } from '../calls/compose.ts';
import { createFinish } from '../calls/era/finish.ts';
import { callSteps } from '../calls/steps.ts';
import type { Call } from '../model/call.ts';
import { createAudience } from './audience/audience.ts';
import type { Core } from './core.ts';
import type { CoreDeps } from './deps.ts';
import { describeCore } from './describe.ts';
import { createHearing } from './hearing.ts';
import { methodTable } from './methods/table.ts';

/** Called with every call of a tool when it has its reply. */
export type CallListener = (call: Call, reply: RpcReply) => void;

/** The core with its lifecycle, and its inputs from the servers. */
export interface RunningCore extends Core {
  /** Adds a listener; the returned function removes it. */
  readonly onCallEnd: (listener: CallListener) => () => void;
  /** The lists of a server have changed, and the catalog has the change. */
  readonly onOffer: (server: string, kinds: readonly OfferKind[]) => void;
  readonly onStatus: (server: string) => void;
  /** What a server says that belongs to no request. */
  readonly onNotification: (server: string, notification: RpcNotification) => void;
  /** What a server asks that belongs to no request, or does not say to which. Never rejects. */
  readonly onRequest: (
    server: string,
    method: string,
    params: JsonObject,
    withdrawn?: AbortSignal,
  ) => Promise<RpcReply>;
  /** Requests that are being answered. */
  readonly inFlight: () => number;
  /** Calls whose client is to come back with answers. */
  readonly parked: () => number;
  /** Waits until all requests are answered; `false` when the signal was aborted before. */
  readonly drained: (signal: AbortSignal) => Promise<boolean>;
  /** From now on every request is answered with `shuttingDown`; those under way go on, parked ones are given up. */
  readonly refuse: () => void;
  /** Takes back what was planned for later. Nothing is told to anybody after it. */
  readonly close: () => void;
}

/** How much an older client hears of its own requests when it never said. */
const DEFAULT_LOG_LEVEL = 'info';

/**
 * @example
 * const core = createCore({ catalog: () => catalog, upstream: (name) => servers.get(name), servers: () => [...servers.values()], … });
 * const reply = await core.handle('tools/call', { name: 'notes__read', arguments: { id: '1' } }, caller);
 */
export function createCore(deps: CoreDeps): RunningCore {
  const { upstream, servers, serverInfo, transparent, log, clock, ids } = deps;
  const work = createWork();
  const describe: Core['describe'] = (entrance) => describeCore({ servers, serverInfo, transparent }, entrance);
  const audience = createAudience({ ...deps, capabilities: () => describe().capabilities });
  const eras = new WeakMap<UpstreamServer, Era>();
  let refusing = false;

  const bug = (error: unknown, where: string): RpcReply => {
    const incident = ids.unique();
    log.error(
      { incident, where, error: toMessage(error), stack: error instanceof Error ? error.stack : undefined },
      'bug',
    );
    return failed(errorOf('internal', `Something went wrong in the gateway (incident ${incident}).`, { incident }));
  };
  /** The status of a server is made anew each time it is asked for; its era stays for as long as it is connected. */
  const eraOf = (server: UpstreamServer): Era | undefined => {
    const known = eras.get(server);
    if (known !== undefined) return known;
    const { era } = server.status();
    if (era !== undefined) eras.set(server, era);
    return era;
  };

  const lines = createLines({
    clock,
    servers,
    onTurns: (server) => log.warn({ server }, 'asks questions; its clients take turns from now on'),
  });
  const pages = createPages();
  const hearing = createHearing({ transparent, audience, lines, pages });
  const parking = createParking(clock, ids.secret);
  const send = createSend({ lines, eraOf, bug, onNotification: hearing.inRequest });
  const relay = createRelay({
    send,
    parking,
    pages,
    clock,
    eraOf,
    uniqueId: ids.unique,
    logLevelOf: (caller, asked) =>
      caller.era === 'modern' ? asked : (audience.logLevelOf(caller.session) ?? DEFAULT_LOG_LEVEL),
  });
  const finish = createFinish(serverInfo, (name) => {
    const server = upstream(name);
    return server === undefined ? undefined : eraOf(server);
  });
  const callListeners = new Set<CallListener>();
  const onCall: CallListener = (call, reply) => {
    for (const listener of callListeners) listener(call, reply);
  };
  const pipeline = compose(callSteps({ ...deps, relay, finish, bug, onCall }));
  const methods = methodTable({ ...deps, relay, finish, pipeline, audience, describe });

  return {
    handle: (method, params, caller) => {
      const entry = methods.get(method);
      if (entry === undefined || (entry.era !== undefined && entry.era !== caller.era)) {
        return Promise.resolve(failed(errorOf('methodNotFound', `Method not found: ${clip(method)}`)));
      }
      if (refusing) return Promise.resolve(failed(errorOf('shuttingDown', 'The gateway is stopping.')));
      if (!isJsonObject(params)) return Promise.resolve(failed(errorOf('invalidParams', 'params must be an object.')));
      work.begin();
      const end = (reply: RpcReply): RpcReply => {
        work.end();
        return reply;
      };
      try {
        return entry.run(params, caller).then(end, (error: unknown) => end(bug(error, method)));
      } catch (error) {
        return Promise.resolve(end(bug(error, method)));
      }
    },
    describe,
    openSession: (channel) => {
      const session = audience.openSession(channel);
      return {
        close: () => {
          session.close();
          // Who is shown out when the gateway is stopped has not left.
          if (!refusing) deps.recorder?.left(channel.id);
          deps.onSessionClosed?.(channel.id);
        },
      };
    },
    listen: audience.listen,
    onCallEnd: (listener) => {
      callListeners.add(listener);
      return () => void callListeners.delete(listener);
    },
    onOffer: (_server, kinds) => audience.onOffer(kinds),
    onStatus: (name) => {
      const server = upstream(name);
      if (server === undefined) return;
      eras.delete(server);
      lines.onStatus(server);
      audience.onStatus(server);
    },
    onNotification: (name, notification) => {
      const server = upstream(name);
      if (server !== undefined) hearing.beside(server, notification);
    },
    onRequest: (name, method, params, withdrawn) => {
      const server = upstream(name);
      if (server === undefined) return Promise.resolve(dismissal(method, 'The server is not there any more.'));
      return lines
        .question(server, { method, params, withdrawn })
        .catch((error: unknown) => bug(error, `${method} of '${name}'`));
    },
    inFlight: work.count,
    parked: parking.size,
    drained: work.drained,
    refuse: () => {
      refusing = true;
      parking.dismissAll();
    },
    close: () => {
      audience.close();
      parking.dismissAll();
      lines.close();
    },
  };
}

/** How many requests are being answered, and when none is. */
interface Work {
  readonly begin: () => void;
  readonly end: () => void;
  readonly count: () => number;
  /** Whether everything was answered before the signal was aborted. */
  readonly drained: (signal: AbortSignal) => Promise<boolean>;
}

function createWork(): Work {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    begin: () => {
      count += 1;
    },
    end: () => {
      count -= 1;
      if (count === 0) for (const tell of waiting) tell();
    },
    count: () => count,
    drained: (signal) => {
      if (count === 0) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (): void => {
          waiting.delete(settle);
          signal.removeEventListener('abort', settle);
          resolve(count === 0);
        };
        waiting.add(settle);
        signal.addEventListener('abort', settle);
      });
    },
  };
}
