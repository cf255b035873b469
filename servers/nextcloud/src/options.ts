import { type Command, readCommandLine } from '@toolmark/kit/serve';
import { MODULE_NAMES, type ModuleName } from './modules/module.ts';

/** What is to be served. With a port it is HTTP; without one, stdin and stdout. */
export interface ServeOptions {
  /** The stand-in with sample data instead of a real Nextcloud. */
  readonly isDemo: boolean;
  /** Where the Nextcloud is, and as whom; not with `isDemo`. */
  readonly account?: Account;
  readonly modules?: readonly ModuleName[];
  readonly port?: number;
}

export interface Account {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

const DEFAULT_PORT = 7423;

export const HELP: string = `toolmark-nextcloud: an MCP server for Nextcloud, with annotated tools.

Usage: toolmark-nextcloud [options]

  --demo           serve a small stand-in for Nextcloud with sample data; nothing else is needed
  --url URL        address of your Nextcloud (or NEXTCLOUD_HOST)
  --user NAME      your user name there (or NEXTCLOUD_USERNAME)
                   the app password is read from NEXTCLOUD_PASSWORD
  --modules LIST   only these, with commas between them: ${MODULE_NAMES.join(', ')}
  --http [PORT]    serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                   instead of stdin and stdout
  --help           print this
  --version        print the version

Create an app password in Nextcloud under Personal settings, Security.
`;

/** Reads a command line, without the program and the script. */
export function parseCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command<ServeOptions> {
  return readCommandLine(argv, {
    options: {
      demo: { type: 'boolean' },
      url: { type: 'string' },
      user: { type: 'string' },
      modules: { type: 'string' },
    },
    defaultPort: DEFAULT_PORT,
    toServe: (given, port) => {
      const names = given.modules?.split(',').map((name) => name.trim());
      const unknown = names?.find((name) => !isModuleName(name));
      if (unknown !== undefined) return `--modules knows no '${unknown}'; there are ${MODULE_NAMES.join(', ')}.`;
      const account = given.demo === true ? undefined : toAccount(given, env);
      if (typeof account === 'string') return account;
      return {
        isDemo: given.demo === true,
        ...(account !== undefined && { account }),
        ...(names !== undefined && { modules: names.filter(isModuleName) }),
        ...(port !== undefined && { port }),
      };
    },
  });
}

function toAccount(
  given: { readonly url?: string | undefined; readonly user?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Account | string {
  const url = given.url ?? env['NEXTCLOUD_HOST'] ?? '';
  const user = given.user ?? env['NEXTCLOUD_USERNAME'] ?? '';
  const password = env['NEXTCLOUD_PASSWORD'] ?? '';
  if (url === '') return 'Where is your Nextcloud? Give --url URL, or --demo to try it without one.';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return `--url wants an address such as https://cloud.example.org, not '${url}'.`;
  if (user === '') return 'Give your user name with --user NAME.';
  if (password === '') return 'Set NEXTCLOUD_PASSWORD to an app password (Nextcloud: Personal settings, Security).';
  return { url, user, password };
}

const isModuleName = (name: string): name is ModuleName => (MODULE_NAMES as readonly string[]).includes(name);
