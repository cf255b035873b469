import type { Server, SessionList } from '@toolmark/api-contract';

/**
 * How far somebody is with Toolmark. `new`: nothing was ever called. `trying`: only the demo was, or there is nothing else to call.
 * `working`: everything else.
 */
export type Start = 'new' | 'trying' | 'working';

/** What the demo's own client says that it is. */
export const DEMO_CLIENT = 'toolmark-demo';

interface Known {
  readonly sessions: Pick<SessionList, 'sessions' | 'next_cursor'>;
  /** As far as they are known yet. */
  readonly servers: readonly Pick<Server, 'name'>[] | undefined;
  /** The server that the demo works on. */
  readonly demoServer: string | undefined;
}

/**
 * @example
 * howFar({ sessions: { sessions: [], next_cursor: null }, servers: [{ name: 'demo' }], demoServer: 'demo' }) // 'new'
 */
export function howFar({ sessions: { sessions, next_cursor }, servers, demoServer }: Known): Start {
  const isAll = next_cursor === null;
  const called = sessions.filter(({ tool_call_count: calls }) => calls > 0);
  if (isAll && called.length === 0) return 'new';
  const isOnlyDemo = isAll && called.every(({ client_name: name }) => name === DEMO_CLIENT);
  const hasOnlyDemo = servers?.every(({ name }) => name === demoServer) === true;
  return isOnlyDemo || hasOnlyDemo ? 'trying' : 'working';
}
