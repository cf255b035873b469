import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META, type RpcId } from '@toolmark/base';
import type { Core } from '../../core/core.ts';
import type { Entrance } from '../../model/entrance.ts';

/** One open `subscriptions/listen`, independent of the transport. */
export interface Subscription {
  /** @param graceful whether to send the empty result that ends the subscription for the client */
  readonly end: (graceful: boolean) => void;
}

export interface SubscriptionOptions {
  readonly core: Pick<Core, 'listen'>;
  readonly id: RpcId;
  readonly filter: JsonObject;
  readonly entrance: Pick<Entrance, 'principal' | 'scope'>;
  readonly serverInfo: JsonObject;
  /** Sends one message. `last` is true for the result, which is the last one. */
  readonly send: (json: string, last: boolean) => void;
  readonly onEnd: () => void;
}

/** The filter in the params of `subscriptions/listen`; `undefined` if it is missing or invalid. */
export function filterOf(params: JsonObject | undefined): JsonObject | undefined {
  const filter = params?.['notifications'];
  if (!isJsonObject(filter)) return undefined;
  for (const name of ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']) {
    if (filter[name] !== undefined && typeof filter[name] !== 'boolean') return undefined;
  }
  const uris = filter['resourceSubscriptions'];
  if (uris === undefined) return filter;
  return Array.isArray(uris) && uris.every((uri) => typeof uri === 'string') ? filter : undefined;
}

/** Acknowledges, then sends the notifications that match the filter, each with the id of this subscription. */
export function startSubscription(options: SubscriptionOptions): Subscription {
  const { core, id, filter, entrance, serverInfo, send, onEnd } = options;
  const mark = { [META.subscriptionId]: id };
  let ended = false;
  let acknowledged = false;
  const early: (() => void)[] = [];

  const notify = (method: string, params: JsonObject): void => {
    if (ended) return;
    const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
    const marked = { ...params, _meta: { ...meta, ...mark } };
    send(JSON.stringify({ jsonrpc: '2.0', method, params: marked }), false);
  };
  const listening = core.listen(filter, entrance, (method, params) => {
    if (acknowledged) notify(method, params);
    else early.push(() => notify(method, params));
  });
  const end = (graceful: boolean): void => {
    if (ended) return;
    ended = true;
    listening.close();
    if (graceful) {
      const result = { resultType: 'complete', _meta: { ...mark, [META.serverInfo]: serverInfo } };
      send(JSON.stringify({ jsonrpc: '2.0', id, result }), true);
    }
    onEnd();
  };

  notify('notifications/subscriptions/acknowledged', { notifications: listening.honored });
  acknowledged = true;
  for (const deliver of early) deliver();
  // A subscription without any honored filter ends at once: its stream would only occupy a connection.
  if (Object.keys(listening.honored).length === 0) end(true);
  return { end };
}
