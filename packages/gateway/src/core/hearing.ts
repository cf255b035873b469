import type { RpcNotification } from '../rpc.ts';
import { labelled } from './audience/audience.ts';
import type { Ear } from './bridge/ear.ts';
import { passes } from './era/log-level.ts';

/** Takes what came on the stream of a request to whom it is for. */
export type Hearing = (ear: Ear, server: string, notification: RpcNotification) => void;

/** What is for more than this caller goes to `others`. */
export function createHearing(
  transparent: boolean,
  others: (server: string, notification: RpcNotification) => void,
): Hearing {
  return (ear, server, notification) => {
    const { method, params = {} } = notification;
    const { caller, logLevel } = ear;
    if (method === 'notifications/message') {
      if (logLevel !== undefined && passes(params['level'], logLevel)) {
        caller.notify(method, labelled(params, server, transparent));
      }
    } else if (method === 'notifications/elicitation/complete') {
      if (caller.era === 'legacy') caller.notify(method, params);
    } else {
      others(server, notification);
    }
  };
}
