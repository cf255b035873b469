import { parseArgs } from 'node:util';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | ServeCommand
  | { readonly kind: 'problem'; readonly message: string };

export interface ServeCommand {
  readonly kind: 'serve';
  /** For HTTP; without it the server speaks on stdin and stdout. */
  readonly port: number | undefined;
  /** What callers over HTTP must know; a new one is made where it is not set. */
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

/** Reads a command line, without the program and the script. */
export function parseCommand(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const options = {
    http: { type: 'string' },
    'stderr-logging': { type: 'boolean', short: 's' },
    'no-code': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args: withPort(argv), options }));
  } catch (error) {
    return { kind: 'problem', message: firstSentence(error) };
  }
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const port = values.http;
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    return { kind: 'problem', message: `--http wants a port from 0 to 65535, not '${port}'.` };
  }
  const token = env['TOOLMARK_DEBUG_TOKEN'];
  if (port !== undefined && token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    return {
      kind: 'problem',
      message: `TOOLMARK_DEBUG_TOKEN must have at least ${SHORTEST_TOKEN} characters, without spaces.`,
    };
  }
  return {
    kind: 'serve',
    port: port === undefined ? undefined : Number(port),
    token,
    logsToStderr: values['stderr-logging'] ?? false,
    withCode: !values['no-code'],
  };
}

/** The port may be left out, which parseArgs does not know. */
function withPort(argv: readonly string[]): string[] {
  return argv.flatMap((arg, index) => {
    const next = argv[index + 1];
    const takesDefault = arg === '--http' && (next === undefined || next.startsWith('-'));
    return takesDefault ? [`--http=${DEFAULT_PORT}`] : [arg];
  });
}

/** Node adds advice about positional arguments, of which there are none here. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.split(/[.\n]\s|\.$/, 1)[0]}.`;
}
