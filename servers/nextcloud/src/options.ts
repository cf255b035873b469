import { type Command, readCommandLine } from '@toolmark/kit/serve';
import type { Account } from './account/account-file.ts';
import { MODULE_NAMES, type ModuleName } from './modules/module.ts';

/** What is to be served. With a port it is HTTP; without one, stdin and stdout. */
export interface ServeOptions {
  /** The stand-in with sample data instead of a real Nextcloud. */
  readonly isDemo: boolean;
  /** Where the Nextcloud is, and as whom; not with `isDemo`. Without it the account of `login` is used. */
  readonly account?: Account;
  readonly modules?: readonly ModuleName[];
  readonly port?: number;
}

const DEFAULT_PORT = 7423;

export const HELP: string = `toolmark-nextcloud: an MCP server for Nextcloud, with annotated tools.

Usage: toolmark-nextcloud [options]
       toolmark-nextcloud login URL    sign in with your browser; keeps an app password for this program
       toolmark-nextcloud doctor       check address, credentials, version and apps

  --demo           serve a small stand-in for Nextcloud with sample data; nothing else is needed
  --url URL        address of your Nextcloud (or NEXTCLOUD_HOST)
  --user NAME      your user name there (or NEXTCLOUD_USERNAME)
                   the app password is read from NEXTCLOUD_PASSWORD;
                   without all three the account of login is used
  --modules LIST   only these, with commas between them: ${MODULE_NAMES.join(', ')}
  --http [PORT]    serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                   instead of stdin and stdout
  --help           print this
  --version        print the version
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
): Account | string | undefined {
  const url = given.url ?? env['NEXTCLOUD_HOST'] ?? '';
  const user = given.user ?? env['NEXTCLOUD_USERNAME'] ?? '';
  const password = env['NEXTCLOUD_PASSWORD'] ?? '';
  if (url === '' && user === '' && password === '') return undefined;
  if (url === '') return 'Where is your Nextcloud? Give --url URL, or --demo to try it without one.';
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return `--url wants an address such as https://cloud.example.org, not '${url}'.`;
  if (user === '') return 'Give your user name with --user NAME.';
  if (password === '') return 'Set NEXTCLOUD_PASSWORD to an app password (Nextcloud: Personal settings, Security).';
  return { url, user, password };
}

const isModuleName = (name: string): name is ModuleName => (MODULE_NAMES as readonly string[]).includes(name);
