import { McpServer } from '@modelcontextprotocol/server';
import { createKit } from '@toolmark/kit';
import { completeExpressions } from './resources/completions.ts';
import { registerResources } from './resources/resources.ts';
import { registerTools } from './tools/register-tools.ts';
import type { Debugger } from './tools/toolbox.ts';
import { VERSION } from './version.ts';

/** What a server can be told apart from its debugger. */
export interface DebugServerOptions {
  /** Whether the five tools that look at sources are offered. The default is yes. */
  readonly withCode?: boolean;
  /** Whether the transport can tell clients that something changed. The default is yes. */
  readonly announcesChanges?: boolean;
}

const INSTRUCTIONS =
  'Debugs real programs: Node.js, Python, C and C++. One program at a time. The usual way: breakpoint_set, debug_launch, debug_continue, ' +
  'breakpoint_wait, then variables_get, evaluate, stacktrace_get; and for exceptions breakpoint_set_exception before and ' +
  'exception_get_context after. Inspecting needs a program that stands; process_read_output works also after it has ended. ' +
  'Values are cut at 1,024 characters and replies at about 50 KB: truncated and more say so.';

/**
 * The debugger as an MCP server, for one connection or one request. The debugger itself is shared and outlives it.
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
