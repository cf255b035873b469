import type { ToolDefinition } from '@toolmark/annotations';
import type { AuthInfo } from './call/context.ts';
import { createContext } from './call/create-context.ts';
import { type IncidentHandler, logIncident, safely } from './call/incident.ts';
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
 * What holds for every tool of a kit.
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
   * Says who calls. The default is the token that the SDK's HTTP transport has checked; a stdio server, which has none, can
   * name its principal here. Where this is given it alone decides, and `undefined` means nobody.
   */
  readonly auth?: (sdk: Sdk) => AuthInfo | undefined | Promise<AuthInfo | undefined>;
  /** Takes what went wrong and must not reach the caller. The default writes one line to stderr. */
  readonly onError?: IncidentHandler;
}

/** Registers tools that are complete. */
export interface Kit<Server extends McpServerLike> {
  /**
   * Registers a tool with all four hints, a title, and a description of everything. Throws a {@link ToolDefinitionError}
   * that lists every problem where the types were not there to prevent it.
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
 * Puts the kit on an author's own server. Tools that are registered on the server directly, before or after, stay as they
 * are.
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
  const report = safely(options.onError ?? logIncident);
  const reporter = (tool?: string) => (error: unknown) => report({ id: crypto.randomUUID(), tool, error });
  const toolsOfKit: KitTool[] = [];
  const adapter = createAdapter(server, async (listed, sdk) => {
    const isPrivate = toolsOfKit.some(isGuarded);
    const viewer = { auth: isPrivate ? await principal(sdk, reporter()) : undefined, report: reporter() };
    return { tools: editList(listed, { toolsOfKit, adapter, viewer }), isPrivate };
  });

  /** Nobody, where finding out who it is fails. */
  const principal = async (sdk: unknown, onFailure: (error: unknown) => void): Promise<AuthInfo | undefined> => {
    try {
      // The adapter was chosen for this server, so what comes from it is this server's own context.
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
          // Past inputSchema the arguments are what its type says, and the context is this server's own.
          handler: handler as RunnableTool['handler'],
          report,
        };
        return runTool(runnable, args, context);
      });
      const tool = createKitTool(registration, [...(options.use ?? []), ...(config.use ?? [])]);
      toolsOfKit.push(tool);
      if (isGuarded(tool) || adapter.completeListed !== undefined) editListOrRemove(adapter, registration);
      // It is what the server's own registerTool returned.
      return registration.handle as HandleOf<Server>;
    },
  };
}

/** A tool that cannot be hidden, or not be listed as declared, must not stay. */
function editListOrRemove(adapter: SdkAdapter, { handle }: Registration): void {
  try {
    adapter.ensureListEdited();
  } catch (error) {
    handle.update({ name: null });
    throw error;
  }
}
