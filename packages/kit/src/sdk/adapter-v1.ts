import { isJsonObject, type ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from '../call/context.ts';
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

/** The members of `McpServer` of `@modelcontextprotocol/sdk` 1.x that the kit uses. */
interface ServerV1 {
  readonly server: object;
  registerTool(name: string, config: object, callback: SdkCallback): SdkHandle;
}

/** The fields of its `RequestHandlerExtra` that the kit reads. */
interface ExtraV1 {
  readonly signal: AbortSignal;
  readonly authInfo?: AuthInfo;
  readonly _meta?: { readonly progressToken?: string | number };
  readonly sendNotification: (notification: ProgressNotification) => Promise<void>;
}

export function adaptV1(mcpServer: McpServerLike, edit: ToolListEdit): SdkAdapter {
  // The SDK's signature requires Zod types; here every schema is the kit's own and accepts everything.
  const server = mcpServer as unknown as ServerV1;
  const editList: EditList = async (list, sdk) => ({ ...list, tools: (await edit(list.tools, sdk)).tools });
  return {
    hasTool: (name) => hasTool(server, name),
    register: (definition, callback) => register(server, definition, callback),
    ensureListEdited: () => editToolList(server.server, editList),
    completeListed,
    readRequest,
  };
}

function register(server: ServerV1, definition: KitDefinition, callback: SdkCallback): Registration {
  const { name, title, description, annotations, _meta } = definition;
  const inputSchema = passThroughSchema();
  const handle = server.registerTool(name, { title, description, inputSchema, annotations, _meta }, callback);
  if (handle.inputSchema !== inputSchema) {
    // Older versions accept only a raw shape of Zod 3 fields, and would have converted this schema to one.
    handle.update({ name: null });
    throw new Error('@toolmark/kit needs @modelcontextprotocol/sdk 1.22 or later. Update it, or move to 2.x.');
  }
  return {
    definition,
    handle,
    kitChecksInput: () => handle.inputSchema === inputSchema,
    kitChecksOutput: () => handle.outputSchema === undefined,
  };
}

/**
 * A schema in Zod 3's form that accepts every value. SDK 1.x lists it as an object without properties, because it has
 * no `shape`, and only calls `safeParseAsync`.
 */
function passThroughSchema(): object {
  const safeParse = (data: unknown) => ({ success: true, data });
  return {
    _def: {},
    parse: (data: unknown) => data,
    safeParse,
    safeParseAsync: async (data: unknown) => safeParse(data),
  };
}

/** SDK 1.x omits icons, and the schemas registered here. */
function completeListed(listed: ToolDefinition, registration: Registration): ToolDefinition {
  const { inputSchema, outputSchema, icons } = registration.definition;
  return {
    ...listed,
    ...(registration.kitChecksInput() && { inputSchema }),
    ...(registration.kitChecksOutput() && outputSchema !== undefined && { outputSchema }),
    ...(icons !== undefined && { icons }),
  };
}

function readRequest(sdk: unknown): SdkRequest {
  if (!isExtra(sdk)) throw new Error('The MCP SDK called the tool without its context');
  return {
    signal: sdk.signal,
    authInfo: sdk.authInfo,
    progressToken: sdk._meta?.progressToken,
    notify: (notification) => sdk.sendNotification(notification),
  };
}

function isExtra(sdk: unknown): sdk is ExtraV1 {
  return isJsonObject(sdk) && sdk['signal'] instanceof AbortSignal && typeof sdk['sendNotification'] === 'function';
}
