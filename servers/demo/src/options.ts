import { join } from 'node:path';
import { type Command, readCommandLine } from '@toolmark/kit/serve';

/** The settings of a server: HTTP with a port, otherwise stdin and stdout. */
export interface ServeOptions {
  readonly dir: string;
  readonly port?: number;
}

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

/** Parses a command line, without the node and script arguments. */
export function parseCommand(argv: readonly string[], { env, home }: Surroundings): Command<ServeOptions> {
  return readCommandLine(argv, {
    options: { dir: { type: 'string' } },
    defaultPort: DEFAULT_PORT,
    toServe: ({ dir = join(env['TOOLMARK_HOME'] || join(home, '.toolmark'), 'demo') }, port) => {
      if (dir === '') return '--dir wants a directory.';
      return port === undefined ? { dir } : { dir, port };
    },
  });
}
