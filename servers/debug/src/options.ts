import { type Command, readCommandLine } from '@toolmark/kit/serve';

/** The settings of a server. */
export interface ServeOptions {
  /** The HTTP port; without it the server uses stdin and stdout. */
  readonly port: number | undefined;
  /** The token for HTTP callers; a random one by default. */
  readonly token: string | undefined;
  readonly logsToStderr: boolean;
  readonly withCode: boolean;
}

const DEFAULT_PORT = 7422;
const SHORTEST_TOKEN = 16;

export const HELP: string = `toolmark-debug: an MCP server that debugs real programs: Node.js, Python, C and C++.

Usage: toolmark-debug [options]

  --http [PORT]         serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                        instead of stdin and stdout. Every request needs a token: the one in
                        TOOLMARK_DEBUG_TOKEN, or a new one, which is printed at the start
  -s, --stderr-logging  also write log messages to stderr
  --no-code             leave out the five code_* tools
  -h, --help            print this
  --version             print the version

One program is debugged at a time. What was launched ends with the server; what was attached to runs on.
Needed for Python: a python3 with debugpy. For C and C++: lldb-dap. For Node.js: nothing else.
Whoever may call this server may run programs as you: it listens on this machine only.
`;

/** Parses a command line, without the node and script arguments. */
export function parseCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command<ServeOptions> {
  return readCommandLine(argv, {
    options: { 'stderr-logging': { type: 'boolean', short: 's' }, 'no-code': { type: 'boolean' } },
    defaultPort: DEFAULT_PORT,
    toServe: (values, port) => {
      const token = env['TOOLMARK_DEBUG_TOKEN'];
      if (port !== undefined && token !== undefined && !isFit(token)) {
        return `TOOLMARK_DEBUG_TOKEN must have at least ${SHORTEST_TOKEN} characters, without spaces.`;
      }
      return { port, token, logsToStderr: values['stderr-logging'] ?? false, withCode: !values['no-code'] };
    },
  });
}

const isFit = (token: string): boolean => token.length >= SHORTEST_TOKEN && /^[\x21-\x7e]+$/.test(token);
