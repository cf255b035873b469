import type { JsonObject } from '@toolmark/base';
import type { ResourceRoute } from '../../model/catalog.ts';
import type { Scope } from '../../model/scope.ts';

/** Who wants to hear of which resource, and what therefore has to be watched at which server. */
export interface Subscriptions {
  readonly add: (subscriber: Subscriber, wanted: readonly Wanted[]) => void;
  readonly remove: (subscriber: Subscriber, uri: string) => void;
  readonly removeAll: (subscriber: Subscriber) => void;
  readonly count: (subscriber: Subscriber) => number;
  /** A server says that a resource changed; `exposed` is what a subscriber knows it by. */
  readonly updated: (
    server: string,
    params: JsonObject,
    exposed: (uri: string, subscriber: Subscriber) => string,
  ) => void;
}

export interface Subscriber {
  /** What exists for it now. */
  readonly scope: () => Scope | undefined;
  readonly notify: (method: string, params: JsonObject) => void;
}

export interface Wanted {
  /** As the client calls it, and will be told. */
  readonly uri: string;
  readonly route: ResourceRoute;
}

/** `watch` is told all addresses at a server that somebody wants to hear of, whenever they change. */
export function createSubscriptions(watch: (server: string, uris: readonly string[]) => void): Subscriptions {
  const routesBySubscriber = new Map<Subscriber, Map<string, ResourceRoute>>();
  /** By server and its own address: who, and what the client calls it. */
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
      const told = new Set<Subscriber>();
      for (const [subscriber, own] of watched.get(uri) ?? []) {
        told.add(subscriber);
        subscriber.notify(UPDATED, { ...params, uri: own });
      }
      // A server may speak of a part of what was subscribed to.
      for (const [whole, subscribers] of watched) {
        if (!isPartOf(uri, whole)) continue;
        for (const subscriber of subscribers.keys()) {
          if (told.has(subscriber)) continue;
          told.add(subscriber);
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
  // Every value in here is a map; which kind, only the declared type of the outer one says.
  const made = new Map() as V;
  map.set(key, made);
  return made;
}
