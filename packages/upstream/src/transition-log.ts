import type { Log } from '@toolmark/base';
import type { Connection } from './connection.ts';
import type { ServerState } from './server.ts';

export interface Transition {
  readonly state: ServerState;
  readonly reason: string | undefined;
  readonly nextAttempt: number | undefined;
  readonly connection: Connection | undefined;
  readonly tools: number;
}

/**
 * A line for each change of state. A server that cannot be reached says so once: the same reason again, minute after
 * minute, is for those who look closely.
 */
export function createTransitionLog(server: string, log: Log): (transition: Transition) => void {
  let last: string | undefined;
  let wasReady = false;
  let complaint: string | undefined;
  return ({ state, reason, nextAttempt, connection, tools }) => {
    const line = `${state} ${reason}`;
    if (line === last) return;
    last = line;
    const isLost = wasReady && state === 'connecting';
    wasReady = state === 'ready';
    if (state === 'ready' && connection !== undefined) {
      complaint = undefined;
      const { era, transport, protocolVersion } = connection;
      log.info({ server, state, era, transport, protocolVersion, tools }, 'server is ready');
    } else if (isLost) {
      log.warn({ server, state, reason }, 'server has lost its connection and gets a new one');
    } else if (reason !== undefined && reason !== complaint && (state === 'waiting' || state === 'failed')) {
      complaint = reason;
      log.warn({ server, state, reason, nextAttempt }, 'server is not connected');
    } else {
      log.debug({ server, state, reason, nextAttempt }, `server is ${state}`);
    }
  };
}
