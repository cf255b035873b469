import type { RpcNotification } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Pages } from '../calls/bridge/pages.ts';
import type { Lines } from '../calls/bridge/question-router.ts';
import type { Ear } from '../calls/bridge/upstream-request.ts';
import { passes } from '../calls/era/log-level.ts';
import { type Audience, labelled } from './audience/audience.ts';

/** Takes what servers say to whom it is for. */
export interface Hearing {
  /** What came on the stream of a request. */
  readonly inRequest: (ear: Ear, server: UpstreamServer, notification: RpcNotification) => void;
  /** What came beside all requests, or on the one pipe that they share. */
  readonly beside: (server: UpstreamServer, notification: RpcNotification) => void;
}

export interface HearingDeps {
  readonly transparent: boolean;
  readonly audience: Pick<Audience, 'onNotification' | 'tell'>;
  readonly lines: Pick<Lines, 'of' | 'hearer' | 'earOf'>;
  readonly pages: Pick<Pages, 'visitorOf'>;
}

export function createHearing({ transparent, audience, lines, pages }: HearingDeps): Hearing {
  const complete = (ear: Ear | undefined, server: UpstreamServer, { method, params = {} }: RpcNotification): void => {
    const session = pages.visitorOf(server.name, params);
    // Of a page that is not ours to know, who was asked can only be told from the stream.
    const hearer = session === undefined ? ear : lines.earOf(server, session);
    if (hearer?.caller.era === 'legacy') hearer.caller.notify(method, params);
    else if (session !== undefined) audience.tell(session, method, params);
  };
  const tellAll = (server: UpstreamServer, notification: RpcNotification): void =>
    audience.onNotification(server.name, notification, (session) => lines.of(server).mayHear(session));
  const inRequest: Hearing['inRequest'] = (ear, server, notification) => {
    const { method, params = {} } = notification;
    const { caller, logLevel } = ear;
    if (method === 'notifications/message') {
      if (logLevel !== undefined && passes(params['level'], logLevel)) {
        caller.notify(method, labelled(params, server.name, transparent));
      }
    } else if (method === 'notifications/elicitation/complete') {
      complete(ear, server, notification);
    } else {
      tellAll(server, notification);
    }
  };
  return {
    inRequest,
    beside: (server, notification) => {
      if (notification.method === 'notifications/elicitation/complete')
        return complete(undefined, server, notification);
      const hearer = notification.method === 'notifications/message' ? lines.hearer(server) : 'idle';
      if (hearer === 'idle') tellAll(server, notification);
      else if (hearer !== undefined) inRequest(hearer, server, notification);
    },
  };
}
