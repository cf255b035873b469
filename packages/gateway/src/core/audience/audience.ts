import { isJsonObject, toMessage } from '@toolmark/annotations';
import { errorOf, type JsonObject, type RpcError, type RpcNotification } from '@toolmark/base';
import type { OfferKind, UpstreamServer } from '@toolmark/upstream';
import { catalogFor } from '../../catalog/current-catalog.ts';
import type { Caller, SessionChannel } from '../../model/caller.ts';
import { type LogLevelName, mostVerbose, passes } from '../../model/log-level.ts';
import type { Scope } from '../../model/scope.ts';
import type { Core } from '../core.ts';
import type { CoreDeps } from '../deps.ts';
import { SUBSCRIPTIONS_PER_CLIENT } from '../limits.ts';
import { createListChanges } from './list-changes.ts';
import { createLogLevels } from './log-levels.ts';
import { createScopedChanges } from './scoped-changes.ts';
import { createSubscriptions, type Subscriber, type Wanted } from './subscriptions.ts';

/** The clients that receive notifications: sessions of older clients, and listeners of 2026-07-28. */
export interface Audience extends Pick<Core, 'openSession' | 'listen'> {
  readonly subscribe: (caller: Caller, wanted: Wanted) => RpcError | undefined;
  readonly unsubscribe: (caller: Caller, uri: string) => RpcError | undefined;
  readonly setLogLevel: (caller: Caller, level: LogLevelName) => RpcError | undefined;
  readonly logLevelOf: (session: string | undefined) => LogLevelName | undefined;
  readonly onOffer: (kinds: readonly OfferKind[]) => void;
  /** Passes a server's notification to all subscribers; a log message only to sessions for which `mayHear` is true. */
  readonly onNotification: (
    server: string,
    notification: RpcNotification,
    mayHear: (session: string) => boolean,
  ) => void;
  /** Sends a notification to one session, if it is still open. */
  readonly notify: (session: string, method: string, params: JsonObject) => void;
  readonly onStatus: (server: UpstreamServer) => void;
  readonly close: () => void;
}

interface Session extends Subscriber {
  readonly notify: SessionChannel['notify'];
  readonly scope: () => Scope | undefined;
  readonly mode: SessionChannel['mode'];
  readonly onLevel: SessionChannel['onLogLevel'];
  level: LogLevelName | undefined;
}

interface Listener extends Subscriber {
  readonly lists: ReadonlySet<OfferKind>;
  readonly mode: SessionChannel['mode'];
}

export interface AudienceDeps
  extends Pick<CoreDeps, 'catalog' | 'upstream' | 'servers' | 'transparent' | 'clock' | 'log'> {
  readonly capabilities: () => JsonObject;
}

export function createAudience(deps: AudienceDeps): Audience {
  const { catalog, upstream, servers, transparent, clock, log } = deps;
  const sessions = new Map<string, Session>();
  const listeners = new Set<Listener>();
  const subscriptions = createSubscriptions((server, uris) => upstream(server)?.watch(uris));
  const wantedLevelOf = (server: string): LogLevelName | undefined =>
    mostVerbose(
      [...sessions.values()].flatMap(({ level, scope }) =>
        level === undefined || scope()?.hasServer(server) === false ? [] : [level],
      ),
    );
  const levels = createLogLevels(servers, wantedLevelOf, log);
  const changesInScope = createScopedChanges(catalog);

  /** A client that cannot be notified must not keep the others from being notified. */
  const guarded =
    (notify: SessionChannel['notify']): SessionChannel['notify'] =>
    (method, params) => {
      try {
        notify(method, params);
      } catch (error) {
        log.warn({ method, error: toMessage(error) }, 'a client could not be notified');
      }
    };
  const changes = createListChanges(clock, (kind) => {
    const method = `notifications/${kind}/list_changed`;
    const hasChangedFor = changesInScope.compare(kind);
    // The tools of search mode do not change with the servers.
    const isConcerned = ({ mode, scope }: Pick<Session, 'mode' | 'scope'>): boolean =>
      !(kind === 'tools' && mode === 'search') && hasChangedFor(scope());
    for (const session of sessions.values()) if (isConcerned(session)) session.notify(method);
    for (const listener of listeners)
      if (listener.lists.has(kind) && isConcerned(listener)) listener.notify(method, {});
  });
  const withSession = (caller: Caller, act: (session: Session) => RpcError | undefined): RpcError | undefined => {
    const session = caller.session === undefined ? undefined : sessions.get(caller.session);
    return session === undefined ? errorOf('sessionNotFound', 'The session has ended.') : act(session);
  };

  return {
    openSession: (channel) => {
      const session: Session = {
        level: channel.logLevel,
        onLevel: channel.onLogLevel,
        notify: guarded(channel.notify),
        scope: channel.scope ?? (() => undefined),
        mode: channel.mode,
      };
      sessions.set(channel.id, session);
      if (session.level !== undefined) levels.update();
      changesInScope.track(session.scope());
      return {
        close: () => {
          if (sessions.get(channel.id) !== session) return;
          sessions.delete(channel.id);
          subscriptions.removeAll(session);
          if (session.level !== undefined) levels.update();
        },
      };
    },
    listen: (filter, { scope, mode }, push) => {
      const honored = honoredOf(filter, scope, deps);
      const listener: Listener = {
        scope: () => scope,
        mode,
        lists: honored.lists,
        notify: guarded((method, params = {}) => push(method, params)),
      };
      listeners.add(listener);
      changesInScope.track(scope);
      if (honored.wanted.length > 0) subscriptions.add(listener, honored.wanted);
      return {
        honored: honored.filter,
        close: () => {
          if (listeners.delete(listener)) subscriptions.removeAll(listener);
        },
      };
    },
    subscribe: (caller, wanted) =>
      withSession(caller, (session) => {
        if (subscriptions.count(session) >= SUBSCRIPTIONS_PER_CLIENT) {
          return errorOf(
            'invalidParams',
            `No client may subscribe to more than ${SUBSCRIPTIONS_PER_CLIENT} resources.`,
          );
        }
        subscriptions.add(session, [wanted]);
        return undefined;
      }),
    unsubscribe: (caller, uri) =>
      withSession(caller, (session) => {
        subscriptions.remove(session, uri);
        return undefined;
      }),
    setLogLevel: (caller, level) =>
      withSession(caller, (session) => {
        session.level = level;
        session.onLevel?.(level);
        levels.update();
        return undefined;
      }),
    logLevelOf: (session) => (session === undefined ? undefined : sessions.get(session)?.level),
    onOffer: changes.changed,
    onNotification: (server, { method, params = {} }, mayHear) => {
      if (method === 'notifications/resources/updated') {
        subscriptions.updated(server, params, (uri, subscriber) =>
          catalogFor(catalog(), { scope: subscriber.scope() }).exposedUri(server, uri),
        );
      }
      if (method !== 'notifications/message') return;
      const message = withServerName(params, server, transparent);
      for (const [id, { notify, level, scope }] of sessions) {
        if (scope()?.hasServer(server) === false) continue;
        // A client that has not set a level gets the messages of a server that is passed through, but not those of all servers.
        if (level === undefined ? !transparent : !passes(params['level'], level)) continue;
        if (mayHear(id)) notify(method, message);
      }
    },
    notify: (session, method, params) => sessions.get(session)?.notify(method, params),
    onStatus: levels.onStatus,
    close: changes.close,
  };
}

/** Puts the server's name into the `logger` field of a log message. */
export function withServerName(params: JsonObject, server: string, transparent: boolean): JsonObject {
  if (transparent) return params;
  const { logger } = params;
  return { ...params, logger: typeof logger === 'string' && logger !== '' ? `${server}/${logger}` : server };
}

const FILTERS: readonly (readonly [string, OfferKind])[] = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
];

/** The part of a client's filter that the gateway can fulfil. */
interface Honored {
  readonly filter: JsonObject;
  readonly lists: ReadonlySet<OfferKind>;
  readonly wanted: readonly Wanted[];
}

function honoredOf(
  asked: JsonObject,
  scope: Scope | undefined,
  { catalog, upstream, capabilities }: AudienceDeps,
): Honored {
  const offered = capabilities();
  const filter: Record<string, unknown> = {};
  const lists = new Set<OfferKind>();
  for (const [key, kind] of FILTERS) {
    if (asked[key] !== true || offered[kind] === undefined) continue;
    filter[key] = true;
    lists.add(kind);
  }
  const uris = asked['resourceSubscriptions'];
  if (!Array.isArray(uris)) return { filter, lists, wanted: [] };
  const wanted: Wanted[] = [];
  for (const uri of new Set<unknown>(uris)) {
    if (wanted.length === SUBSCRIPTIONS_PER_CLIENT) break;
    if (typeof uri !== 'string') continue;
    const route = catalogFor(catalog(), { scope })
      .routesOf(uri)
      .find(({ server }) => isWatchable(upstream(server)));
    if (route !== undefined) wanted.push({ uri, route });
  }
  if (wanted.length > 0) filter['resourceSubscriptions'] = wanted.map(({ uri }) => uri);
  return { filter, lists, wanted };
}

export function isWatchable(server: UpstreamServer | undefined): boolean {
  const resources = server?.offer().capabilities['resources'];
  return isJsonObject(resources) && resources['subscribe'] === true;
}
