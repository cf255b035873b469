import { McpServer } from '@modelcontextprotocol/server';
import { createKit } from '@toolmark/kit';
import { completeExpressions } from './resources/completions.ts';
import { registerResources } from './resources/resources.ts';
import { registerTools } from './tools/register-tools.ts';
import type { Debugger } from './tools/toolbox.ts';
import { VERSION } from './version.ts';

/** The options of a server on a given debugger. */
export interface DebugServerOptions {
  /** Whether to offer the five code tools. True by default. */
  readonly withCode?: boolean;
  /** Whether the transport can notify clients of changes. True by default. */
  readonly announcesChanges?: boolean;
}

const INSTRUCTIONS =
  'Debugs real programs: Node.js, Python, C and C++. One program at a time. The usual way: breakpoint_set, debug_launch, debug_continue, ' +
  'breakpoint_wait, then variables_get, evaluate, stacktrace_get; and for exceptions breakpoint_set_exception before and ' +
  'exception_get_context after. Inspecting needs a program that stands; process_read_output works also after it has ended. ' +
  'Values are cut at 1,024 characters and replies at 10,000: truncated and more say so.';

/**
 * An MCP server for the debugger, for one connection or one request. The debugger is shared and outlives it.
 *
 * @example
 * serveStdio(() => createDebugServer(createDebugger()));
 */
export function createDebugServer(debug: Debugger, options: DebugServerOptions = {}): McpServer {
  const { withCode = true, announcesChanges = true } = options;
  const server = new McpServer(
    { name: 'toolmark-debug', title: 'Toolmark Debugger', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: announcesChanges, subscribe: announcesChanges },
        logging: {},
        completions: {},
      },
    },
  );
  registerTools({ ...debug, kit: createKit(server) }, { withCode });
  registerResources(server, debug.engine);
  completeExpressions(server, debug.engine);
  return server;
}
