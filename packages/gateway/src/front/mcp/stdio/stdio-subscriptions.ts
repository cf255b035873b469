import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META, MODERN_VERSION, type RpcId } from '@toolmark/base';
import { metaOf, type RequestMessage } from '../messages.ts';
import { filterOf, type Subscription, type SubscriptionOptions, startSubscription } from '../subscription.ts';

/** `subscriptions/listen` on stdio: all of them share the pipe. */
export interface StdioSubscriptions {
  /** Looks at a message; `true` if it is about a subscription and nothing is left to do with it. */
  readonly take: (message: JsonObject) => boolean;
  readonly endAll: (graceful: boolean) => void;
}

export function createStdioSubscriptions(
  shared: Pick<SubscriptionOptions, 'core' | 'entrance' | 'serverInfo' | 'send'>,
): StdioSubscriptions {
  const open = new Map<RpcId, Subscription>();

  const listen = ({ id, params }: RequestMessage): boolean => {
    const filter = filterOf(params);
    // What is wrong with it the SDK can say.
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
      // The SDK has found it to be a message.
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

/** Whether a message claims this revision; a claim that is wrong is for the SDK to answer. */
function isEnveloped(params: RequestMessage['params']): boolean {
  const meta = metaOf(params);
  return meta[META.protocolVersion] === MODERN_VERSION && isJsonObject(meta[META.clientCapabilities]);
}
