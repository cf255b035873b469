import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META, MODERN_VERSION, type RpcId } from '@toolmark/base';
import { metaOf, type RequestMessage } from '../messages.ts';
import { filterOf, type Subscription, type SubscriptionOptions, startSubscription } from '../subscription.ts';

/** The subscriptions of the client on stdio, which share the pipe. */
export interface StdioSubscriptions {
  /** Handles a message about a subscription. `false` for all other messages. */
  readonly take: (message: JsonObject) => boolean;
  readonly endAll: (graceful: boolean) => void;
}

export function createStdioSubscriptions(
  shared: Pick<SubscriptionOptions, 'core' | 'entrance' | 'serverInfo' | 'send'>,
): StdioSubscriptions {
  const open = new Map<RpcId, Subscription>();

  const listen = ({ id, params }: RequestMessage): boolean => {
    const filter = filterOf(params);
    // The SDK answers an invalid request.
    if (filter === undefined || !isEnveloped(params) || open.has(id)) return false;
    let over = false;
    const onEnd = (): void => {
      over = true;
      open.delete(id);
    };
    const started = startSubscription({ ...shared, id, filter, onEnd });
    if (!over) open.set(id, started);
    return true;
  };
  return {
    take: (message) => {
      // The SDK has validated the message.
      if (message['method'] === 'subscriptions/listen') return listen(message as unknown as RequestMessage);
      if (message['method'] !== 'notifications/cancelled' || !isJsonObject(message['params'])) return false;
      const subscription = open.get(message['params']['requestId'] as RpcId);
      subscription?.end(false);
      return subscription !== undefined;
    },
    endAll: (graceful) => {
      for (const subscription of [...open.values()]) subscription.end(graceful);
    },
  };
}

/** Whether a message declares revision 2026-07-28. The SDK answers an invalid declaration. */
function isEnveloped(params: RequestMessage['params']): boolean {
  const meta = metaOf(params);
  return meta[META.protocolVersion] === MODERN_VERSION && isJsonObject(meta[META.clientCapabilities]);
}
