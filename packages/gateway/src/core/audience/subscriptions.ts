import type { JsonObject } from '@toolmark/base';
import type { ResourceRoute } from '../../model/catalog.ts';
import type { Scope } from '../../model/scope.ts';

/** Which client has subscribed to which resource, and which resources the gateway therefore watches at each server. */
export interface Subscriptions {
  readonly add: (subscriber: Subscriber, wanted: readonly Wanted[]) => void;
  readonly remove: (subscriber: Subscriber, uri: string) => void;
  readonly removeAll: (subscriber: Subscriber) => void;
  readonly count: (subscriber: Subscriber) => number;
  /** Notifies the subscribers of a changed resource; `exposed` gives the address under which a subscriber knows it. */
  readonly updated: (
    server: string,
    params: JsonObject,
    exposed: (uri: string, subscriber: Subscriber) => string,
  ) => void;
}

export interface Subscriber {
  /** Its current scope. */
  readonly scope: () => Scope | undefined;
  readonly notify: (method: string, params: JsonObject) => void;
}

export interface Wanted {
  /** The address that the client used, and is notified with. */
  readonly uri: string;
  readonly route: ResourceRoute;
}

/** Calls `watch` with all subscribed addresses of a server, whenever they change. */
export function createSubscriptions(watch: (server: string, uris: readonly string[]) => void): Subscriptions {
  const routesBySubscriber = new Map<Subscriber, Map<string, ResourceRoute>>();
  /** By server and the server's address: the subscribers, each with the address that it used. */
  const watchedByServer = new Map<string, Map<string, Map<Subscriber, string>>>();

  const forget = (subscriber: Subscriber, { server, uri }: ResourceRoute, touched: Set<string>): void => {
    const watched = watchedByServer.get(server);
    const subscribers = watched?.get(uri);
    if (watched === undefined || subscribers === undefined) return;
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    watched.delete(uri);
    touched.add(server);
  };
  const watchAll = (touched: ReadonlySet<string>): void => {
    for (const server of touched) {
      const watched = watchedByServer.get(server);
      watch(server, [...(watched?.keys() ?? [])]);
      if (watched?.size === 0) watchedByServer.delete(server);
    }
  };

  return {
    add: (subscriber, wanted) => {
      const touched = new Set<string>();
      const routes = getOrMake(routesBySubscriber, subscriber);
      for (const { uri, route } of wanted) {
        const former = routes.get(uri);
        if (former?.server === route.server && former.uri === route.uri) continue;
        if (former !== undefined) forget(subscriber, former, touched);
        routes.set(uri, route);
        const watched = getOrMake(watchedByServer, route.server);
        if (!watched.has(route.uri)) touched.add(route.server);
        getOrMake(watched, route.uri).set(subscriber, uri);
      }
      watchAll(touched);
    },
    remove: (subscriber, uri) => {
      const routes = routesBySubscriber.get(subscriber);
      const route = routes?.get(uri);
      if (routes === undefined || route === undefined) return;
      routes.delete(uri);
      if (routes.size === 0) routesBySubscriber.delete(subscriber);
      const touched = new Set<string>();
      forget(subscriber, route, touched);
      watchAll(touched);
    },
    removeAll: (subscriber) => {
      const touched = new Set<string>();
      for (const route of routesBySubscriber.get(subscriber)?.values() ?? []) forget(subscriber, route, touched);
      routesBySubscriber.delete(subscriber);
      watchAll(touched);
    },
    count: (subscriber) => routesBySubscriber.get(subscriber)?.size ?? 0,
    updated: (server, params, exposed) => {
      const uri = params['uri'];
      const watched = watchedByServer.get(server);
      if (typeof uri !== 'string' || watched === undefined) return;
      const notified = new Set<Subscriber>();
      for (const [subscriber, own] of watched.get(uri) ?? []) {
        notified.add(subscriber);
        subscriber.notify(UPDATED, { ...params, uri: own });
      }
      // A server may report a change of a part of the subscribed resource.
      for (const [whole, subscribers] of watched) {
        if (!isPartOf(uri, whole)) continue;
        for (const subscriber of subscribers.keys()) {
          if (notified.has(subscriber)) continue;
          notified.add(subscriber);
          subscriber.notify(UPDATED, { ...params, uri: exposed(uri, subscriber) });
        }
      }
    },
  };
}

const UPDATED = 'notifications/resources/updated';

function isPartOf(uri: string, whole: string): boolean {
  return uri.length > whole.length && uri.startsWith(whole) && (whole.endsWith('/') || uri[whole.length] === '/');
}

function getOrMake<K, V extends Map<unknown, unknown>>(map: Map<K, V>, key: K): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  // Every value is a map; TypeScript cannot construct one of the type `V`.
  const made = new Map() as V;
  map.set(key, made);
  return made;
}
