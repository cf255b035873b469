import type { Session } from '@toolmark/api-contract';

type Connected = Pick<Session, 'id' | 'client_name' | 'client_version' | 'start_time' | 'last_activity' | 'mode'>;

/** The client that connected since then, and otherwise the last one. */
export interface Known<S extends Connected> {
  readonly now: S | undefined;
  readonly last: S | undefined;
}

/**
 * Finds the client that somebody is waiting for. Calls from the page and the command line come from no client.
 *
 * @param sessions newest first
 * @example
 * connectedSince(sessions, openedAt).now?.client_name // 'claude-code'
 */
export function connectedSince<S extends Connected>(sessions: readonly S[], since: number): Known<S> {
  const clients = sessions.filter(({ mode }) => mode === 'direct' || mode === 'search');
  const now = clients.find(({ start_time: start, last_activity: last }) =>
    [start, last].some((at) => Date.parse(at) >= since),
  );
  return { now, last: clients[0] };
}
