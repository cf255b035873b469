import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** `port` is there for HTTP; without it the server speaks on stdin and stdout. */
  | { readonly kind: 'serve'; readonly dir: string; readonly port?: number }
  | { readonly kind: 'problem'; readonly message: string };

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
}

const DEFAULT_PORT = 7421;

export const HELP: string = `toolmark-demo: a playground MCP server with notes and files of its own.

Usage: toolmark-demo [options]

  --dir DIR       where notes and files are kept (default: $TOOLMARK_HOME/demo or ~/.toolmark/demo)
  --http [PORT]   serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                  instead of stdin and stdout
  --help          print this
  --version       print the version

One tool, purge_drafts, is declared read-only and is not: on purpose, for checks to find.
`;

/** Reads a command line, without the program and the script. */
export function parseCommand(argv: readonly string[], { env, home }: Surroundings): Command {
  const options = {
    dir: { type: 'string' },
    http: { type: 'string' },
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
  const dir = values.dir ?? join(env['TOOLMARK_HOME'] || join(home, '.toolmark'), 'demo');
  if (dir === '') return { kind: 'problem', message: '--dir wants a directory.' };
  if (values.http === undefined) return { kind: 'serve', dir };
  if (!/^\d{1,5}$/.test(values.http) || Number(values.http) > 65_535) {
    return { kind: 'problem', message: `--http wants a port from 0 to 65535, not '${values.http}'.` };
  }
  return { kind: 'serve', dir, port: Number(values.http) };
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
