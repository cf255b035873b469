import { type Command, readCommandLine } from '@toolmark/kit/serve';
import type { Account } from './account/account-file.ts';
import { parseServerUrl, withoutCredentials } from './account/server-url.ts';
import { MODULE_NAMES, type ModuleName } from './modules/module.ts';
import { OAUTH_HELP, OAUTH_OPTIONS, type OAuthOptions, parseOAuth } from './oauth/oauth-options.ts';
import type { EndpointOptions } from './semantic/embeddings/openai-compatible.ts';

/** The parsed options for serving: over HTTP with a port, else over stdin and stdout. */
export interface ServeOptions {
  /** The emulator with sample data instead of a real Nextcloud. */
  readonly isDemo: boolean;
  /** The Nextcloud account; not with `isDemo`. The default is the account of `login`. */
  readonly account?: Account;
  readonly modules?: readonly ModuleName[];
  readonly port?: number;
  /** Semantic search; absent if off. */
  readonly semantic?: SemanticChoice;
  /** Callers sign in with OAuth, and `account` is not used. */
  readonly oauth?: OAuthOptions;
}

interface SemanticChoice {
  /** An endpoint for the embeddings; without it they are computed offline. */
  readonly endpoint?: EndpointOptions;
}

export const DEFAULT_PORT = 7423;

export const HELP: string = `toolmark-nextcloud: an MCP server for Nextcloud, with annotated tools.

Usage: toolmark-nextcloud [options]
       toolmark-nextcloud login URL    sign in with your browser; keeps an app password for this program
       toolmark-nextcloud doctor [options]
                                       check address, credentials, version and apps; with --oauth also the issuer
                                       and the scopes

  --demo           serve a small Nextcloud emulator with sample data; nothing else is needed
  --url URL        address of your Nextcloud (or NEXTCLOUD_HOST)
  --user NAME      your user name there (or NEXTCLOUD_USERNAME)
                   the app password is read from NEXTCLOUD_PASSWORD;
                   without all three the account of login is used
  --modules LIST   only these, with commas between them: ${MODULE_NAMES.join(', ')}
  --semantic       index your documents on this computer, and search them by meaning (--demo does so too)
  --embeddings-url URL, --embeddings-model NAME
                   take embeddings from an OpenAI-compatible endpoint instead of the built-in model;
                   your documents are sent there. The key is read from EMBEDDINGS_API_KEY
  --http [PORT]    serve http://127.0.0.1:PORT/mcp (default port: ${DEFAULT_PORT}; 0 takes any free one)
                   instead of stdin and stdout
${OAUTH_HELP}  --help           print this
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
      semantic: { type: 'boolean' },
      'embeddings-url': { type: 'string' },
      'embeddings-model': { type: 'string' },
      ...OAUTH_OPTIONS,
    },
    defaultPort: DEFAULT_PORT,
    toServe: (given, port) => {
      const names = given.modules?.split(',').map((name) => name.trim());
      const unknown = names?.find((name) => !isModuleName(name));
      if (unknown !== undefined) return `--modules knows no '${unknown}'; there are ${MODULE_NAMES.join(', ')}.`;
      const oauth = parseOAuth(given, env, port);
      if (typeof oauth === 'string') return oauth;
      const account = given.demo === true || oauth !== undefined ? undefined : toAccount(given, env);
      if (typeof account === 'string') return account;
      const semantic = toSemantic(given, env);
      if (typeof semantic === 'string') return semantic;
      return {
        isDemo: given.demo === true,
        ...(semantic !== undefined && { semantic }),
        ...(account !== undefined && { account }),
        ...(oauth !== undefined && { oauth }),
        ...(names !== undefined && { modules: names.filter(isModuleName) }),
        ...(port !== undefined && { port }),
      };
    },
  });
}

function toSemantic(
  given: {
    readonly demo?: boolean | undefined;
    readonly semantic?: boolean | undefined;
    readonly 'embeddings-url'?: string | undefined;
    readonly 'embeddings-model'?: string | undefined;
  },
  env: Readonly<Record<string, string | undefined>>,
): SemanticChoice | string | undefined {
  const { 'embeddings-url': url, 'embeddings-model': model } = given;
  const isOn = given.semantic === true || given.demo === true;
  if (url === undefined && model === undefined) return isOn ? {} : undefined;
  if (!isOn) return 'Give --semantic together with --embeddings-url and --embeddings-model.';
  if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
    return `--embeddings-url wants an address such as http://127.0.0.1:11434/v1, not '${url ?? ''}'.`;
  if (model === undefined || model === '') return 'Give the model for the embeddings with --embeddings-model NAME.';
  const key = env['EMBEDDINGS_API_KEY'];
  return { endpoint: { url, model, ...(key !== undefined && key !== '' && { key }) } };
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
  const address = parseServerUrl(url);
  if (address === undefined)
    return `--url wants an address such as https://cloud.example.org, not '${withoutCredentials(url)}'. Give user and password apart from it.`;
  if (user === '') return 'Give your user name with --user NAME.';
  if (password === '') return 'Set NEXTCLOUD_PASSWORD to an app password (Nextcloud: Personal settings, Security).';
  return { url: address, user, password };
}

const isModuleName = (name: string): name is ModuleName => (MODULE_NAMES as readonly string[]).includes(name);
