import type { McpServer } from '@modelcontextprotocol/server';
import type { AuthInfo } from '@toolmark/kit';
import { missingScopes } from '../tools/scopes.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { isTemplate, type ResourceSpec, toListed } from './define-resource.ts';

/**
 * Lists only the resources and templates that the caller has the scopes for, as `tools/list` does. The SDK's own handlers list the same
 * to every caller, so they are replaced; without scopes they stay. Call it after the last resource is registered.
 */
export function filterResourceLists(server: McpServer, { hasScopes }: Toolbox, specs: readonly ResourceSpec[]): void {
  if (!hasScopes) return;
  const [templates, resources] = [specs.filter(isTemplate), specs.filter((spec) => !isTemplate(spec))];
  server.server.setRequestHandler('resources/list', (_, { http }) => ({
    resources: visibleTo(http?.authInfo, resources).map((spec) => ({ uri: spec.uri, ...toListed(spec) })),
  }));
  server.server.setRequestHandler('resources/templates/list', (_, { http }) => ({
    resourceTemplates: visibleTo(http?.authInfo, templates).map((spec) => ({
      uriTemplate: spec.uri,
      ...toListed(spec),
    })),
  }));
}

const visibleTo = (auth: AuthInfo | undefined, specs: readonly ResourceSpec[]): readonly ResourceSpec[] =>
  specs.filter(({ scopes }) => scopes === undefined || missingScopes(auth, scopes).length === 0);
