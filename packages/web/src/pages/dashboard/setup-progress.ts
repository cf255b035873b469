import type { Server, SessionList } from '@toolmark/api-contract';

/**
 * How far the user is with setting up. `new`: no calls yet. `trying`: only demo calls, or no other server. `working`:
 * anything else.
 */
export type Start = 'new' | 'trying' | 'working';

/** The client name that the demo sends. */
export const DEMO_CLIENT = 'toolmark-demo';

interface Known {
  readonly sessions: Pick<SessionList, 'sessions' | 'next_cursor'>;
  /** Undefined until loaded. */
  readonly servers: readonly Pick<Server, 'name'>[] | undefined;
  /** The name of the demo server. */
  readonly demoServer: string | undefined;
}

/**
 * @example
 * setupProgress({ sessions: { sessions: [], next_cursor: null }, servers: [{ name: 'demo' }], demoServer: 'demo' }) // 'new'
 */
export function setupProgress({ sessions: { sessions, next_cursor }, servers, demoServer }: Known): Start {
  const isAll = next_cursor === null;
  const called = sessions.filter(({ tool_call_count: calls }) => calls > 0);
  if (isAll && called.length === 0) return 'new';
  const isOnlyDemo = isAll && called.every(({ client_name: name }) => name === DEMO_CLIENT);
  const hasOnlyDemo = servers?.every(({ name }) => name === demoServer) === true;
  return isOnlyDemo || hasOnlyDemo ? 'trying' : 'working';
}
