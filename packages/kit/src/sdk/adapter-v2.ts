import { isJsonObject, type JsonSchema } from '@toolmark/annotations';
import type { AuthInfo } from '../call/context.ts';
import type { ToolSchema } from '../schema/tool-schema.ts';
import type {
  KitDefinition,
  ProgressNotification,
  Registration,
  SdkAdapter,
  SdkCallback,
  SdkHandle,
  SdkRequest,
  ToolListEdit,
} from './adapter.ts';
import type { McpServerLike } from './mcp-server-like.ts';
import { type EditList, editToolList, hasTool } from './private-fields.ts';

/** The members of `McpServer` of `@modelcontextprotocol/server` 2.x that the kit uses. */
interface ServerV2 {
  readonly server: object;
  registerTool(name: string, config: object, callback: SdkCallback): SdkHandle;
}

/** The fields of its `ServerContext` that the kit reads. */
interface ContextV2 {
  readonly mcpReq: {
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number };
    readonly envelope?: object;
    readonly notify: (notification: ProgressNotification) => Promise<void>;
  };
  readonly http?: { readonly authInfo?: AuthInfo };
}

export function adaptV2(mcpServer: McpServerLike, edit: ToolListEdit): SdkAdapter {
  // The SDK's overloads require each schema's type; here every schema is the kit's own and accepts everything.
  const server = mcpServer as unknown as ServerV2;
  const editList = toEditList(edit);
  return {
    hasTool: (name) => hasTool(server, name),
    register: (definition, callback) => register(server, definition, callback),
    ensureListEdited: () => editToolList(server.server, editList),
    readRequest,
  };
}

function register(server: ServerV2, definition: KitDefinition, callback: SdkCallback): Registration {
  const { name, inputSchema, outputSchema, ...rest } = definition;
  const input = listedSchema(inputSchema);
  const output = outputSchema === undefined ? undefined : listedSchema(outputSchema);
  const config = { ...rest, inputSchema: input, ...(output !== undefined && { outputSchema: output }) };
  const handle = server.registerTool(name, config, callback);
  return {
    definition,
    handle,
    kitChecksInput: () => handle.inputSchema === input,
    kitChecksOutput: () => handle.outputSchema === output,
  };
}

/** A schema that appears in `tools/list` but accepts every value. */
function listedSchema(json: JsonSchema): ToolSchema {
  const write = () => json;
  return {
    '~standard': {
      version: 1,
      vendor: 'toolmark',
      validate: (value) => ({ value }),
      jsonSchema: { input: write, output: write },
    },
  };
}

function toEditList(edit: ToolListEdit): EditList {
  return async (list, sdk) => {
    const { tools, isPrivate } = await edit(list.tools, sdk);
    // The author's `cacheHints` may mark the list as public. Older revisions lack this field.
    const isModern = isContext(sdk) && sdk.mcpReq.envelope !== undefined;
    return { ...list, tools, ...(isPrivate && isModern && { cacheScope: 'private' }) };
  };
}

function readRequest(sdk: unknown): SdkRequest {
  if (!isContext(sdk)) throw new Error('The MCP SDK called the tool without its context');
  return {
    signal: sdk.mcpReq.signal,
    authInfo: sdk.http?.authInfo,
    progressToken: sdk.mcpReq._meta?.progressToken,
    notify: (notification) => sdk.mcpReq.notify(notification),
  };
}

function isContext(sdk: unknown): sdk is ContextV2 {
  return isJsonObject(sdk) && isJsonObject(sdk['mcpReq']);
}
