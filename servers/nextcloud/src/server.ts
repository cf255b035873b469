import { McpServer } from '@modelcontextprotocol/server';
import { createKit, type Middleware, type ToolContext } from '@toolmark/kit';
import type { Nextcloud } from './http/nextcloud.ts';
import type { ModuleName } from './modules/module.ts';
import { MODULES } from './modules/modules.ts';
import { OAUTH_TOOLS } from './modules/oauth/index.ts';
import type { OfflineAccess } from './oauth/offline-access.ts';
import { capabilities } from './resources/capabilities.ts';
import { registerCompletions } from './resources/completions.ts';
import { type ResourceSpec, registerResource } from './resources/define-resource.ts';
import { filterResourceLists } from './resources/filter-lists.ts';
import type { Semantic } from './semantic/create-semantic.ts';
import type { Toolbox } from './tools/toolbox.ts';
import { VERSION } from './version.ts';

export interface NextcloudServerOptions {
  /** The Nextcloud of the caller. */
  readonly nextcloud: (context: Pick<ToolContext, 'auth'>) => Promise<Nextcloud>;
  /** The modules to serve; the default is all. */
  readonly modules?: readonly ModuleName[];
  /** Whether scopes restrict calls. The default is `false`: a password grants everything. */
  readonly hasScopes?: boolean;
  readonly now?: () => Date;
  /** The index of semantic search; without it the search tools say that it is off. */
  readonly semantic?: Semantic;
  /** Around every call of a tool. */
  readonly use?: readonly Middleware[];
  /** Adds the offline-access tools, whatever `modules` says. */
  readonly offline?: OfflineAccess;
}

const INSTRUCTIONS =
  'Tools for one Nextcloud account. Read before you change: updates need the etag of what you read, and fail without writing when it ' +
  'has changed since. Dates are ISO 8601.';

/**
 * The MCP server for a Nextcloud, for one connection or one request.
 *
 * @example
 * serveStdio(() => createNextcloudServer({ nextcloud: async () => nextcloud }));
 */
export function createNextcloudServer(options: NextcloudServerOptions): McpServer {
  const { nextcloud, modules, hasScopes = false, now = () => new Date(), semantic, offline, use = [] } = options;
  const server = new McpServer(
    { name: 'toolmark-nextcloud', title: 'Nextcloud', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, logging: {} },
    },
  );
  const canSample = (): boolean => server.server.getClientCapabilities()?.sampling !== undefined;
  const toolbox: Toolbox = {
    kit: createKit(server, { use }),
    nextcloud,
    hasScopes,
    now,
    canSample,
    semantic,
    offline,
  };
  const resources: ResourceSpec[] = [capabilities];
  for (const { name, tools, resources: own = [] } of MODULES) {
    if (modules !== undefined && !modules.includes(name)) continue;
    for (const tool of tools) tool.register(toolbox);
    resources.push(...own);
  }
  for (const tool of OAUTH_TOOLS) tool.register(toolbox);
  for (const resource of resources) registerResource(server, toolbox, resource);
  filterResourceLists(server, toolbox, resources);
  registerCompletions(server, toolbox, resources);
  return server;
}
