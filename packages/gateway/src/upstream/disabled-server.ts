import { failed } from '../rpc.ts';
import { EMPTY_OFFER, type ServerStatus, type UpstreamServer } from './server.ts';
import { unavailable } from './unavailable.ts';

const REASON = 'It is disabled in the config.';

/** A server that the config names and does not want: nothing is started for it. */
export function createDisabledServer(name: string, since: number): UpstreamServer {
  const status: ServerStatus = {
    state: 'disabled',
    reason: REASON,
    since,
    nextAttempt: undefined,
    restarts: 0,
    inFlight: 0,
    queued: 0,
    era: undefined,
    transport: undefined,
    protocolVersion: undefined,
    serverInfo: undefined,
    stderrTail: [],
    warnings: [],
  };
  const error = unavailable({ name, state: 'disabled', reason: REASON, nextAttempt: undefined }, since);
  return {
    name,
    status: () => status,
    offer: () => EMPTY_OFFER,
    request: () => Promise.resolve(failed(error)),
    notify: () => {},
    watch: () => {},
    restart: async () => {},
    close: async () => {},
  };
}
