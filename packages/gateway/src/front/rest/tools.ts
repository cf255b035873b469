import { toolDetailSchema, toolListSchema, toolVersionListSchema } from '@toolmark/api-contract';
import { suggest } from '@toolmark/base';
import type { ToolVersion } from '@toolmark/record';
import { notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { findServer, findTool } from './find.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';
import { matchesQuery, TOOL_QUERY } from './tool-query.ts';
import { toTool, toToolDetail } from './tool-view.ts';

export const TOOL_PARAMETERS = {
  server: 'The name of a server in the config.',
  tool: "A tool, by the server's own name or by the name for clients.",
};

export const TOOL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tools',
    id: 'listTools',
    tag: 'tools',
    summary: 'Tools of all servers, with declared and effective hints',
    query: TOOL_QUERY,
    answers: { 200: { description: 'One page, and the total number of matches.', schema: toolListSchema } },
    errors: ['not_found'],
    handle: (context, deps, query) => {
      const { server, offset, limit } = query;
      const found = server === undefined ? undefined : findServer(deps, server);
      if (found?.kind === 'none') return notFound(context, found.message, found.suggestions);
      const tools = deps.catalog().tools.filter((tool) => matchesQuery(query, tool, deps));
      const page = tools.slice(offset, offset + limit).map((tool) => toTool(tool, deps));
      return context.json({ tools: page, total: tools.length });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/tools/{exposed}',
    id: 'getExposedTool',
    tag: 'tools',
    summary: 'All details of a tool, by its name for clients',
    pathParameters: { exposed: 'The name of the tool for clients.' },
    query: NO_QUERY,
    answers: { 200: { description: 'The current tool.', schema: toolDetailSchema } },
    errors: ['not_found'],
    handle: async (context, deps) => {
      const exposed = context.req.param('exposed') ?? '';
      const { toolsByName } = deps.catalog();
      const tool = toolsByName.get(exposed);
      return tool === undefined
        ? notFound(context, `There is no tool '${exposed}'.`, suggest(exposed, toolsByName.keys()))
        : context.json(await toToolDetail(tool, deps));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/tools/{server}/{tool}',
    id: 'getTool',
    tag: 'tools',
    summary: 'All details of a tool',
    pathParameters: TOOL_PARAMETERS,
    query: NO_QUERY,
    answers: { 200: { description: 'The current tool.', schema: toolDetailSchema } },
    errors: ['not_found'],
    handle: async (context, deps) => {
      const found = findTool(deps, context.req.param('server') ?? '', context.req.param('tool') ?? '');
      return found.kind === 'none'
        ? notFound(context, found.message, found.suggestions)
        : context.json(await toToolDetail(found.tool, deps));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/tools/{server}/{tool}/versions',
    id: 'listToolVersions',
    tag: 'tools',
    summary: 'All recorded versions of a tool',
    description: 'Including removed tools and servers, as long as they are in the record.',
    pathParameters: TOOL_PARAMETERS,
    query: NO_QUERY,
    answers: { 200: { description: 'Newest first.', schema: toolVersionListSchema } },
    errors: ['not_found', 'record_unavailable'],
    handle: async (context, deps) => {
      const server = context.req.param('server') ?? '';
      const name = context.req.param('tool') ?? '';
      const found = findTool(deps, server, name);
      const own = found.kind === 'tool' ? found.tool.definition.name : name;
      const versions = await askRecord(deps, (reader) => reader.versions(server, own));
      return versions.length === 0 && found.kind === 'none'
        ? notFound(context, found.message, found.suggestions)
        : context.json({ versions: versions.map(toVersion), total: versions.length });
    },
  }),
];

const toVersion = ({ id, definition, hints, prose, firstSeen, lastSeen }: ToolVersion) => ({
  id,
  definition,
  hints,
  prose,
  first_seen: new Date(firstSeen).toISOString(),
  last_seen: new Date(lastSeen).toISOString(),
});
