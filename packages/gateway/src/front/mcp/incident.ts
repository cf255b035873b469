import { errorOf, type RpcError } from '@toolmark/base';
import type { McpFrontDeps } from './deps.ts';

/** The error for a client after a bug of the gateway. The log gets the details under the same incident id. */
export function reportBug(deps: Pick<McpFrontDeps, 'log' | 'newId'>, error: unknown): RpcError {
  const incident = deps.newId();
  deps.log.error({ incident, error: error instanceof Error ? error.stack : String(error) }, 'a request failed inside');
  return errorOf('internal', `Internal error. The log of the gateway has more under ${incident}.`, { incident });
}
