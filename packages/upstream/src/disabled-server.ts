import { failed } from '@toolmark/base';
import { EMPTY_OFFER, type ServerStatus, type UpstreamServer } from './server.ts';
import { unavailable } from './unavailable.ts';

const DISABLED = 'It is disabled in the config.';

/** A configured server that is not started, because it is disabled or its entry is invalid. */
export function createDisabledServer(name: string, since: number, problem?: string): UpstreamServer {
  const state = problem === undefined ? 'disabled' : 'failed';
  const reason = problem === undefined ? DISABLED : `${problem}.`;
  const status: ServerStatus = {
    state,
    reason,
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
  const error = unavailable({ name, state, reason, nextAttempt: undefined }, since);
  return {
    name,
    status: () => status,
    offer: () => EMPTY_OFFER,
    request: () => Promise.resolve(failed(error)),
    notify: () => {},
    watch: () => {},
    watching: async () => undefined,
    logAfter: () => [],
    restart: async () => {},
    close: async () => {},
  };
}
