import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2, type RegisteredTool, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { categories, content, createKit, fail, ok, requireScopes } from './index.ts';

const v2 = createKit(new McpServerV2({ name: 'a', version: '1' }), {
  auth: (sdk) => (sdk.sessionId === undefined ? undefined : sdk.http?.authInfo),
});
const v1 = createKit(new McpServerV1({ name: 'a', version: '1' }), { auth: (extra) => extra.authInfo });

const base = { title: 'Get Note', description: 'Gets one note.', annotations: categories.read({ openWorld: false }) };
const inputSchema = z.object({ id: z.string().describe('Its id'), limit: z.number().default(1).describe('How many') });
const outputSchema = z.object({ id: z.string(), tags: z.array(z.string()).default([]) });

// The arguments, the SDK's own context and the handle have the SDK's types.
const handle: RegisteredTool = v2.registerTool('a', { ...base, inputSchema }, (args, { sdk, signal }) => {
  const checked: { id: string; limit: number } = args;
  const own: ServerContext = sdk;
  const aborted: boolean = signal.aborted;
  return { checked, method: own.mcpReq.method, aborted };
});
handle.disable();
v1.registerTool('a', { ...base, inputSchema }, ({ id }, { sdk }) => `${id} ${sdk.requestId}`).enable();

// Values that outputSchema accepts, in any form.
v2.registerTool('b', { ...base, outputSchema }, () => ({ id: 'x' }));
v2.registerTool('b', { ...base, outputSchema }, async () => ok({ id: 'x', tags: [] }, { text: 'x' }));
v2.registerTool('b', { ...base, outputSchema }, () => fail('NOT_FOUND', 'There is none.'));
v2.registerTool('b', { ...base, outputSchema }, () =>
  content([{ type: 'image', data: '', mimeType: 'image/png' }], { id: 'x' }),
);
v2.registerTool('b', { ...base, outputSchema }, () => ({
  content: [{ type: 'text', text: 'x' }],
  structuredContent: { id: 'x' },
}));

// @ts-expect-error the result lacks id
v2.registerTool('b', { ...base, outputSchema }, () => ({ tags: [] }));
// @ts-expect-error the result in ok() lacks id
v2.registerTool('b', { ...base, outputSchema }, () => ok({ tags: [] }));
// @ts-expect-error id is a string
v2.registerTool('a', { ...base, inputSchema }, ({ id }) => id * 2);
// @ts-expect-error without inputSchema there are no arguments
v2.registerTool('a', base, ({ id }) => id.length);
// @ts-expect-error no title
v2.registerTool('a', { description: base.description, annotations: base.annotations }, () => 1);
// @ts-expect-error no description
v2.registerTool('a', { title: base.title, annotations: base.annotations }, () => 1);
// @ts-expect-error no annotations
v2.registerTool('a', { title: base.title, description: base.description }, () => 1);
v2.registerTool(
  'a',
  {
    title: base.title,
    description: base.description,
    // @ts-expect-error a read-only tool that destroys
    annotations: { readOnlyHint: true, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  () => 1,
);
v1.registerTool(
  'a',
  {
    title: base.title,
    description: base.description,
    // @ts-expect-error openWorldHint is left out
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  () => 1,
);
// @ts-expect-error a raw shape is no schema
v2.registerTool('a', { ...base, inputSchema: { id: z.string() } }, () => 1);
// @ts-expect-error the title belongs beside the hints, not among them
v2.registerTool('a', { ...base, annotations: { ...base.annotations, title: 'x', readOnlyHint: true } }, () => 1);

// @ts-expect-error at least one scope
requireScopes();
// @ts-expect-error a low-level server has no registerTool
createKit(new McpServerV2({ name: 'a', version: '1' }).server);
