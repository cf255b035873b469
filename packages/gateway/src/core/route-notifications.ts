import type { RpcNotification } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Pages } from '../calls/bridge/pages.ts';
import type { QuestionRouter } from '../calls/bridge/question-router.ts';
import type { TurnQueues } from '../calls/bridge/turn-queue.ts';
import type { NotificationSink } from '../calls/bridge/upstream-request.ts';
import { passes } from '../model/log-level.ts';
import { type Audience, withServerName } from './audience/audience.ts';

/** Passes the notifications of servers to the clients that they are for. */
export interface NotificationRouter {
  /** For a notification on the stream of a request. */
  readonly inRequest: (sink: NotificationSink, server: UpstreamServer, notification: RpcNotification) => void;
  /** For a notification outside of all requests, or on the one pipe that they share. */
  readonly outside: (server: UpstreamServer, notification: RpcNotification) => void;
}

export interface NotificationRouterDeps {
  readonly transparent: boolean;
  readonly audience: Pick<Audience, 'onNotification' | 'notify'>;
  readonly queues: Pick<TurnQueues, 'of'>;
  readonly questions: Pick<QuestionRouter, 'sinkOf' | 'sinkOfSession'>;
  readonly pages: Pick<Pages, 'visitorOf'>;
}

export function createNotificationRouter(deps: NotificationRouterDeps): NotificationRouter {
  const { transparent, audience, queues, questions, pages } = deps;
  const complete = (
    stream: NotificationSink | undefined,
    server: UpstreamServer,
    { method, params = {} }: RpcNotification,
  ): void => {
    const session = pages.visitorOf(server.name, params);
    // The session is unknown for a page that did not pass through the gateway; then the stream says who was asked.
    const sink = session === undefined ? stream : questions.sinkOfSession(server, session);
    if (sink?.caller.era === 'legacy') sink.caller.notify(method, params);
    else if (session !== undefined) audience.notify(session, method, params);
  };
  const notifyAll = (server: UpstreamServer, notification: RpcNotification): void =>
    audience.onNotification(server.name, notification, (session) => queues.of(server).mayNotify(session));
  const inRequest: NotificationRouter['inRequest'] = (sink, server, notification) => {
    const { method, params = {} } = notification;
    const { caller, logLevel } = sink;
    if (method === 'notifications/message') {
      if (logLevel !== undefined && passes(params['level'], logLevel)) {
        caller.notify(method, withServerName(params, server.name, transparent));
      }
    } else if (method === 'notifications/elicitation/complete') {
      complete(sink, server, notification);
    } else {
      notifyAll(server, notification);
    }
  };
  return {
    inRequest,
    outside: (server, notification) => {
      if (notification.method === 'notifications/elicitation/complete')
        return complete(undefined, server, notification);
      const sink = notification.method === 'notifications/message' ? questions.sinkOf(server) : 'idle';
      if (sink === 'idle') notifyAll(server, notification);
      else if (sink !== undefined) inRequest(sink, server, notification);
    },
  };
}
