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

/** Logs each change of state. Repeated failures with the same reason go to the debug level. */
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
      log.warn({ server, state, reason }, 'server lost its connection and is reconnecting');
    } else if (reason !== undefined && reason !== complaint && (state === 'waiting' || state === 'failed')) {
      complaint = reason;
      log.warn({ server, state, reason, nextAttempt }, 'server is not connected');
    } else {
      log.debug({ server, state, reason, nextAttempt }, `server is ${state}`);
    }
  };
}
