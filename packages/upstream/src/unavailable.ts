import type { RpcError } from '@toolmark/base';
import { toSeconds } from '@toolmark/reach';
import { unsentError } from './own-error.ts';
import type { ServerState } from './server.ts';

export interface Absence {
  readonly name: string;
  readonly state: ServerState;
  /** It is connected, but its lists are not known yet. */
  readonly isConnected?: boolean;
  readonly reason: string | undefined;
  readonly nextAttempt: number | undefined;
}

/**
 * Explains why a server is away, and when it may be back.
 *
 * @example
 * unavailable({ name: 'notes', state: 'waiting', reason: 'Connection refused.', nextAttempt: 12_000 }, 0).message
 * // "Server 'notes' is not connected: Connection refused. The next attempt is in 12 s."
 */
export function unavailable({ name, state, isConnected, reason, nextAttempt }: Absence, now: number): RpcError {
  const why = reason === undefined ? 'It is connecting.' : toSentence(reason);
  const when = nextAttempt === undefined ? '' : ` The next attempt is in ${toSeconds(Math.max(0, nextAttempt - now))}.`;
  const data = { server: name, state, ...(nextAttempt !== undefined && { nextAttempt }) };
  return unsentError(
    'upstreamUnavailable',
    `Server '${name}' is not ${isConnected ? 'ready' : 'connected'}: ${why}${when}`,
    data,
  );
}

const toSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
