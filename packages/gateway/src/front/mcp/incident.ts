import { errorOf, type RpcError } from '@toolmark/base';
import type { McpFrontDeps } from './deps.ts';

/** A failure that only a mistake of ours can explain: the log has all of it, the client a number to ask for. */
export function bug(deps: Pick<McpFrontDeps, 'log' | 'newId'>, error: unknown): RpcError {
  const incident = deps.newId();
  deps.log.error({ incident, error: error instanceof Error ? error.stack : String(error) }, 'a request failed inside');
  return errorOf('internal', `Internal error. The log of the gateway has more under ${incident}.`, { incident });
}
