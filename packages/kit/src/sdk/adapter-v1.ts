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

/** What the kit uses of `McpServer` of `@modelcontextprotocol/sdk` 1.x. */
interface ServerV1 {
  readonly server: object;
  registerTool(name: string, config: object, callback: SdkCallback): SdkHandle;
}

/** What the kit reads of its `RequestHandlerExtra`. */
interface ExtraV1 {
  readonly signal: AbortSignal;
  readonly authInfo?: AuthInfo;
  readonly _meta?: { readonly progressToken?: string | number };
  readonly sendNotification: (notification: ProgressNotification) => Promise<void>;
}

export function adaptV1(mcpServer: McpServerLike, edit: ToolListEdit): SdkAdapter {
  // The SDK's signature asks for Zod types; here every schema is the kit's own and passes everything on.
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
  const inputSchema = passingOn();
  const handle = server.registerTool(name, { title, description, inputSchema, annotations, _meta }, callback);
  if (handle.inputSchema !== inputSchema) {
    // Older ones take nothing but a raw shape of Zod 3 fields, and would have made one of this.
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
 * A schema in the form of Zod 3 that lets every value through. SDK 1.x lists it as an object without properties, because
 * it has no `shape`, and calls nothing but `safeParseAsync`.
 */
function passingOn(): object {
  const safeParse = (data: unknown) => ({ success: true, data });
  return {
    _def: {},
    parse: (data: unknown) => data,
    safeParse,
    safeParseAsync: async (data: unknown) => safeParse(data),
  };
}

/** SDK 1.x lists neither icons nor, here, the schemas. */
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
