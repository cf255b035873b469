import { isJsonObject, toMessage } from '@toolmark/annotations';
import { clip, type Era, errorOf, failed, type JsonObject, type RpcNotification, type RpcReply } from '@toolmark/base';
import type { OfferKind, UpstreamServer } from '@toolmark/upstream';
import { createPages } from '../calls/bridge/pages.ts';
import { createParking } from '../calls/bridge/parking.ts';
import { createQuestionRouter } from '../calls/bridge/question-router.ts';
import { dismissal } from '../calls/bridge/questions.ts';
import { createRelay, createSend } from '../calls/bridge/relay.ts';
import { createTurnQueues } from '../calls/bridge/turn-queue.ts';
import { createFinish } from '../calls/era/finish.ts';
import { compose } from '../calls/pipeline.ts';
import { callSteps } from '../calls/steps.ts';
import type { Call } from '../model/call.ts';
import { createAudience } from './audience/audience.ts';
import type { Core } from './core.ts';
import type { CoreDeps } from './deps.ts';
import { describeCore } from './describe.ts';
import { methodTable } from './methods/table.ts';
import { createNotificationRouter } from './route-notifications.ts';

/** Called with every call of a tool when it has its reply. */
type CallListener = (call: Call, reply: RpcReply) => void;

/** The core with its lifecycle, and its inputs from the servers. */
export interface RunningCore extends Core {
  /** Adds a listener; the returned function removes it. */
  readonly onCallEnd: (listener: CallListener) => () => void;
  /** The lists of a server have changed, and the catalog has the change. */
  readonly onOffer: (server: string, kinds: readonly OfferKind[]) => void;
  readonly onStatus: (server: string) => void;
  /** A notification of a server that belongs to no request. */
  readonly onNotification: (server: string, notification: RpcNotification) => void;
  /** A request of a server that belongs to none of ours, or does not say to which. Never rejects. */
  readonly onRequest: (
    server: string,
    method: string,
    params: JsonObject,
    withdrawn?: AbortSignal,
  ) => Promise<RpcReply>;
  /** The number of requests under way. */
  readonly inFlight: () => number;
  /** The number of calls that wait for their client to come back with answers. */
  readonly parked: () => number;
  /** Waits until all requests are answered. Resolves to `false` when the signal is aborted first. */
  readonly drained: (signal: AbortSignal) => Promise<boolean>;
  /** Answers every new request with `shuttingDown`. Requests under way continue, parked calls are cancelled. */
  readonly refuse: () => void;
  /** Cancels all timers. No client is notified of anything afterwards. */
  readonly close: () => void;
}

/** The log level for the requests of an older client that has not set one. */
const DEFAULT_LOG_LEVEL = 'info';

/**
 * @example
 * const core = createCore({ catalog: () => catalog, upstream: (name) => servers.get(name), servers: () => [...servers.values()], … });
 * const reply = await core.handle('tools/call', { name: 'notes__read', arguments: { id: '1' } }, caller);
 */
export function createCore(deps: CoreDeps): RunningCore {
  const { upstream, servers, serverInfo, transparent, log, clock, ids } = deps;
  const requests = createRequestCounter();
  const describe: Core['describe'] = (entrance) => describeCore({ servers, serverInfo, transparent }, entrance);
  const audience = createAudience({ ...deps, capabilities: () => describe().capabilities });
  const eras = new WeakMap<UpstreamServer, Era>();
  let refusing = false;

  const reportBug = (error: unknown, where: string): RpcReply => {
    const incident = ids.unique();
    log.error(
      { incident, where, error: toMessage(error), stack: error instanceof Error ? error.stack : undefined },
      'bug',
    );
    return failed(errorOf('internal', `Something went wrong in the gateway (incident ${incident}).`, { incident }));
  };
  /** Cached, because `status()` builds a new object on every call. The era does not change while a server is connected. */
  const eraOf = (server: UpstreamServer): Era | undefined => {
    const known = eras.get(server);
    if (known !== undefined) return known;
    const { era } = server.status();
    if (era !== undefined) eras.set(server, era);
    return era;
  };

  const queues = createTurnQueues(clock, servers);
  const questions = createQuestionRouter({
    queues,
    onTurns: (server) =>
      log.warn({ server }, 'asks questions that could be for several clients; its clients take turns from now on'),
  });
  const pages = createPages();
  const notifications = createNotificationRouter({ transparent, audience, queues, questions, pages });
  const parking = createParking(clock, ids.secret);
  const send = createSend({ queues, eraOf, reportBug, onNotification: notifications.inRequest });
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
  const pipeline = compose(callSteps({ ...deps, relay, finish, reportBug, onCall }));
  const methods = methodTable({ ...deps, relay, finish, pipeline, audience, describe });

  return {
    handle: (method, params, caller) => {
      const entry = methods.get(method);
      if (entry === undefined || (entry.era !== undefined && entry.era !== caller.era)) {
        return Promise.resolve(failed(errorOf('methodNotFound', `Method not found: ${clip(method)}`)));
      }
      if (refusing) return Promise.resolve(failed(errorOf('shuttingDown', 'The gateway is stopping.')));
      if (!isJsonObject(params)) return Promise.resolve(failed(errorOf('invalidParams', 'params must be an object.')));
      requests.begin();
      const end = (reply: RpcReply): RpcReply => {
        requests.end();
        return reply;
      };
      try {
        return entry.run(params, caller).then(end, (error: unknown) => end(reportBug(error, method)));
      } catch (error) {
        return Promise.resolve(end(reportBug(error, method)));
      }
    },
    describe,
    connected: (client) => deps.recorder?.connected(client, {}),
    openSession: (channel) => {
      const session = audience.openSession(channel);
      return {
        close: () => {
          session.close();
          // A session that ends because the gateway stops was not ended by its client.
          if (!refusing) deps.recorder?.endSession(channel.id);
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
      queues.onStatus(server);
      audience.onStatus(server);
    },
    onNotification: (name, notification) => {
      const server = upstream(name);
      if (server !== undefined) notifications.outside(server, notification);
    },
    onRequest: (name, method, params, withdrawn) => {
      const server = upstream(name);
      if (server === undefined) return Promise.resolve(dismissal(method, 'The server was removed from the gateway.'));
      return questions
        .question(server, { method, params, withdrawn })
        .catch((error: unknown) => reportBug(error, `${method} of '${name}'`));
    },
    inFlight: requests.count,
    parked: parking.size,
    drained: requests.drained,
    refuse: () => {
      refusing = true;
      parking.dismissAll();
    },
    close: () => {
      audience.close();
      parking.dismissAll();
      queues.close();
    },
  };
}

/** Counts the requests under way. */
interface RequestCounter {
  readonly begin: () => void;
  readonly end: () => void;
  readonly count: () => number;
  /** Resolves when no request is under way, to `true`, or when the signal is aborted, to `false` if one still is. */
  readonly drained: (signal: AbortSignal) => Promise<boolean>;
}

function createRequestCounter(): RequestCounter {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    begin: () => {
      count += 1;
    },
    end: () => {
      count -= 1;
      if (count === 0) for (const resolve of waiting) resolve();
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
