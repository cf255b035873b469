// The only file that accesses private fields of the SDKs, each because there is no public API.

import { isJsonObject, type ToolDefinition } from '@toolmark/annotations';

/** An answer to `tools/list`. */
interface ToolList {
  readonly tools: readonly ToolDefinition[];
  readonly [key: string]: unknown;
}

export type EditList = (list: ToolList, sdk: unknown) => Promise<ToolList>;

type Handler = (request: unknown, sdk: unknown) => unknown;

/** The edits of each handler that replaced an SDK handler, so that two kits on one server share one. */
const editsByHandler = new WeakMap<Handler, Set<EditList>>();

/**
 * Edits every answer of the server to `tools/list`.
 *
 * Neither SDK offers a hook to change the list for each caller: `setRequestHandler` replaces the SDK's handler. So this
 * wraps the handler in `Server`'s private map, which has the same name and shape in both SDKs. If the map is missing,
 * this throws, because a tool that should be hidden must not be listed.
 */
export function editToolList(server: object, edit: EditList): void {
  const handlers: unknown = Reflect.get(server, '_requestHandlers');
  const current: unknown = handlers instanceof Map ? handlers.get('tools/list') : undefined;
  if (!(handlers instanceof Map) || !isHandler(current)) {
    throw new Error(
      "This version of the MCP SDK keeps its 'tools/list' handler where @toolmark/kit cannot find it, so the kit cannot " +
        'change the list of tools. Use an SDK that the kit was tested with (see its README), or report this.',
    );
  }
  const edits = editsByHandler.get(current);
  if (edits !== undefined) {
    edits.add(edit);
    return;
  }
  const added = new Set([edit]);
  const edited: Handler = async (request, sdk) => {
    let list = toToolList(await current(request, sdk));
    for (const change of added) list = await change(list, sdk);
    return list;
  };
  editsByHandler.set(edited, added);
  handlers.set('tools/list', edited);
}

/**
 * Whether the server has a tool of this name, however it was registered. Used only to report it together with the
 * tool's other problems; if the private field is missing, the SDK's own error reports it.
 */
export function hasTool(mcpServer: object, name: string): boolean {
  const tools: unknown = Reflect.get(mcpServer, '_registeredTools');
  return isJsonObject(tools) && Object.hasOwn(tools, name);
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

function toToolList(value: unknown): ToolList {
  if (isJsonObject(value) && Array.isArray(value['tools'])) return { ...value, tools: value['tools'] };
  throw new Error("The server's answer to 'tools/list' has no list of tools");
}
