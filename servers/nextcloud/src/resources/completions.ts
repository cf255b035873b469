import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Nextcloud } from '../http/nextcloud.ts';
import { assertScopes } from '../tools/scopes.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { ResourceSpec } from './define-resource.ts';

/** All values of a template variable. */
export type Complete = (nextcloud: Nextcloud, signal: AbortSignal) => Promise<readonly string[]>;

/** MCP's maximum number of completions. */
const MAX_VALUES = 100;
/** A short timeout: clients ask at each keystroke, so a late answer is useless. */
const DEADLINE_MS = 5_000;
const NOTHING = { completion: { values: [], total: 0, hasMore: false } };

/**
 * Answers `completion/complete` for resource templates. The SDK's own handler does not pass the caller to its callbacks, but with
 * OAuth each caller has their own Nextcloud.
 */
export function registerCompletions(server: McpServer, toolbox: Toolbox, specs: readonly ResourceSpec[]): void {
  if (specs.every(({ complete }) => complete === undefined)) return;
  server.server.registerCapabilities({ completions: {} });
  server.server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const spec = ref.type === 'ref/resource' ? specs.find(({ uri }) => uri === ref.uri) : undefined;
    if (spec === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such template of resources.');
    const complete = spec.complete?.[argument.name];
    if (complete === undefined) return NOTHING;
    const auth = context.http?.authInfo;
    const signal = AbortSignal.any([context.mcpReq.signal, AbortSignal.timeout(DEADLINE_MS)]);
    try {
      if (spec.scopes !== undefined) assertScopes(toolbox, auth, spec.scopes);
      const all = await complete(await toolbox.nextcloud({ auth }), signal);
      const prefix = argument.value.toLocaleLowerCase();
      const values = [...new Set(all)].filter((value) => value.toLocaleLowerCase().startsWith(prefix));
      const completion = {
        values: values.slice(0, MAX_VALUES),
        total: values.length,
        hasMore: values.length > MAX_VALUES,
      };
      return { completion };
    } catch {
      // Suggest nothing on errors: reading the resource reports them.
      return NOTHING;
    }
  });
}
