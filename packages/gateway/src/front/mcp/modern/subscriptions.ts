import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorOf } from '@toolmark/base';
import type { Entrance } from '../../../model/entrance.ts';
import type { McpFrontDeps } from '../deps.ts';
import type { EventStreams } from '../event-stream.ts';
import { refuse, sendError } from '../http-reply.ts';
import type { RequestMessage } from '../messages.ts';
import { acceptsStream } from '../request-headers.ts';
import { filterOf, type Subscription, startSubscription } from '../subscription.ts';

/** Open streams of one principal: the SDK's limit, enough for a thousand clients with one token. */
export const MAX_SUBSCRIPTIONS = 1024;

export interface Subscriptions {
  readonly serve: (req: IncomingMessage, res: ServerResponse, entrance: Entrance, message: RequestMessage) => void;
  readonly count: () => number;
  /** Ends the subscriptions of every client, or of one principal. */
  readonly endAll: (principal?: string) => void;
  /** Ends the subscriptions with a scope. Their clients subscribe again, and get the scope of that time. */
  readonly endScoped: () => void;
}

/** `subscriptions/listen` over HTTP: the response is the stream. */
export function createSubscriptions(
  { core, serverInfo, log }: Pick<McpFrontDeps, 'core' | 'serverInfo' | 'log'>,
  streams: EventStreams,
): Subscriptions {
  /** The open subscriptions with their entrances. */
  const open = new Map<Subscription, Entrance>();
  const perPrincipal = new Map<string, number>();

  const serve: Subscriptions['serve'] = (req, res, entrance, { id, params }) => {
    const { principal } = entrance;
    const taken = perPrincipal.get(principal) ?? 0;
    if (taken >= MAX_SUBSCRIPTIONS) {
      log.warn({ principal }, 'a client opens too many subscriptions');
      return sendError(res, 200, errorOf('tooManySubscriptions', 'Subscription limit reached'), id);
    }
    const filter = filterOf(params);
    if (filter === undefined) {
      const message = "Invalid params: 'notifications' is required and must be a valid SubscriptionFilter";
      return sendError(res, 200, errorOf('invalidParams', message), id);
    }
    if (!acceptsStream(req.headers.accept)) {
      return refuse(res, 'notAcceptable', 'Not Acceptable: Client must accept text/event-stream');
    }
    perPrincipal.set(principal, taken + 1);
    let subscription: Subscription | undefined;
    const stream = streams.open(res, {
      onClose: () => subscription?.end(false),
      // The client missed notifications. When it reconnects, it reads the lists again.
      onFull: () => stream.drop(),
    });
    let over = false;
    const started = startSubscription({
      core,
      id,
      filter,
      entrance,
      serverInfo,
      send: (json, last) => {
        if (last) stream.last(json);
        else stream.send(json);
      },
      onEnd: () => {
        over = true;
        if (subscription !== undefined) open.delete(subscription);
        const left = (perPrincipal.get(principal) ?? 1) - 1;
        if (left === 0) perPrincipal.delete(principal);
        else perPrincipal.set(principal, left);
      },
    });
    if (over) return;
    subscription = started;
    open.set(started, entrance);
  };

  return {
    serve,
    count: () => open.size,
    endScoped: () => {
      for (const [subscription, { scope }] of [...open]) if (scope !== undefined) subscription.end(true);
    },
    endAll: (principal) => {
      for (const [subscription, entrance] of [...open])
        if (principal === undefined || entrance.principal === principal) subscription.end(true);
    },
  };
}
