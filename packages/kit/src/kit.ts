import type { ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from './call/context.ts';
import { createContext } from './call/create-context.ts';
import { type IncidentHandler, logIncident, withSafeHandler } from './call/incident.ts';
import type { Middleware } from './call/middleware.ts';
import { type RunnableTool, runTool } from './call/run-tool.ts';
import type { ToolSchema } from './schema/tool-schema.ts';
import type { Registration, SdkAdapter } from './sdk/adapter.ts';
import { createAdapter } from './sdk/create-adapter.ts';
import type { HandleOf, McpServerLike, SdkContextOf } from './sdk/mcp-server-like.ts';
import type { ToolConfig, ToolHandler } from './tool/config.ts';
import { findProblems } from './tool/find-problems.ts';
import { createKitTool, editList, isGuarded, type KitTool } from './tool/kit-tool.ts';
import { toDefinition } from './tool/to-definition.ts';
import { ToolDefinitionError } from './tool/tool-definition-error.ts';

/**
 * Options for every tool of a kit.
 *
 * @example
 * createKit(server, {
 *   use: [instrument(metrics)],
 *   auth: () => ({ token: 'local', clientId: 'stdio', scopes: ['notes:read'] }),
 *   onError: ({ id, tool, error }) => logger.error({ id, tool, error }),
 * });
 */
export interface KitOptions<Sdk = unknown> {
  /** Steps around every call of every tool, the first outermost. */
  readonly use?: readonly Middleware[];
  /**
   * Identifies the caller. By default it is the token checked by the SDK's HTTP transport; a stdio server, which has
   * none, can name its principal here. If given, only this function decides, and `undefined` means no caller.
   */
  readonly auth?: (sdk: Sdk) => AuthInfo | undefined | Promise<AuthInfo | undefined>;
  /** Handles errors whose details must not reach the caller. The default writes one line to stderr. */
  readonly onError?: IncidentHandler;
}

/** Registers tools with complete metadata. */
export interface Kit<Server extends McpServerLike> {
  /**
   * Registers a tool with all four hints, a title, and a description of every parameter. Throws a {@link
   * ToolDefinitionError} that lists every problem the types could not prevent.
   */
  registerTool<Input extends ToolSchema | undefined = undefined, Output extends ToolSchema | undefined = undefined>(
    name: string,
    config: ToolConfig<Input, Output>,
    handler: ToolHandler<Input, Output, SdkContextOf<Server>>,
  ): HandleOf<Server>;
  /** The tools registered through this kit, as clients see them. */
  readonly tools: readonly ToolDefinition[];
}

/**
 * Adds the kit to an existing server. Tools registered on the server directly, before or after, stay unchanged.
 *
 * @example
 * const server = new McpServer({ name: 'notes', version: '1.0.0' });
 * const kit = createKit(server);
 * kit.registerTool(
 *   'get_note',
 *   {
 *     title: 'Get Note',
 *     description: 'Gets one note.',
 *     inputSchema: z.object({ id: z.string().describe('The id of the note') }),
 *     annotations: categories.read({ openWorld: false }),
 *   },
 *   async ({ id }) => notes.get(id),
 * );
 */
export function createKit<Server extends McpServerLike>(
  server: Server,
  options: KitOptions<SdkContextOf<Server>> = {},
): Kit<Server> {
  const report = withSafeHandler(options.onError ?? logIncident);
  const reporter = (tool?: string) => (error: unknown) => report({ id: crypto.randomUUID(), tool, error });
  const toolsOfKit: KitTool[] = [];
  const adapter = createAdapter(server, async (listed, sdk) => {
    const isPrivate = toolsOfKit.some(isGuarded);
    const viewer = { auth: isPrivate ? await principal(sdk, reporter()) : undefined, report: reporter() };
    return { tools: editList(listed, { toolsOfKit, adapter, viewer }), isPrivate };
  });

  /** No caller if identification fails. */
  const principal = async (sdk: unknown, onFailure: (error: unknown) => void): Promise<AuthInfo | undefined> => {
    try {
      // The adapter was chosen for this server, so its context has this server's type.
      return options.auth ? await options.auth(sdk as SdkContextOf<Server>) : adapter.readRequest(sdk).authInfo;
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };

  return {
    get tools() {
      return toolsOfKit.map((tool) => tool.current()).filter((tool) => tool !== undefined);
    },
    registerTool: (name, config, handler) => {
      const problems = findProblems({ name, isTaken: adapter.hasTool(name), config, handler });
      if (problems.length > 0) throw new ToolDefinitionError(String(name), problems);
      const { inputSchema, outputSchema } = config;
      const registration = adapter.register(toDefinition(name, config), async (args, sdk) => {
        const definition = tool.current() ?? registration.definition;
        const reportOfTool = reporter(definition.name);
        const auth = await principal(sdk, reportOfTool);
        const context = createContext({ request: adapter.readRequest(sdk), auth, sdk, report: reportOfTool });
        const runnable: RunnableTool = {
          definition,
          inputSchema: registration.kitChecksInput() ? inputSchema : undefined,
          outputSchema: registration.kitChecksOutput() ? outputSchema : undefined,
          hasOutputSchema: outputSchema !== undefined || !registration.kitChecksOutput(),
          steps: tool.steps,
          // After validation by inputSchema the arguments have its type, and the context is this server's own.
          handler: handler as RunnableTool['handler'],
          report,
        };
        return runTool(runnable, args, context);
      });
      const tool = createKitTool(registration, [...(options.use ?? []), ...(config.use ?? [])]);
      toolsOfKit.push(tool);
      if (isGuarded(tool) || adapter.completeListed !== undefined) editListOrRemove(adapter, registration);
      // The handle that the server's own registerTool returned.
      return registration.handle as HandleOf<Server>;
    },
  };
}

/** Remove the tool again if its list entry cannot be edited, because it could not be hidden. */
function editListOrRemove(adapter: SdkAdapter, { handle }: Registration): void {
  try {
    adapter.ensureListEdited();
  } catch (error) {
    handle.update({ name: null });
    throw error;
  }
}
