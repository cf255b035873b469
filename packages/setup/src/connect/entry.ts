import { err, ok, type Result } from '@toolmark/annotations';
import { TOKEN_VARIABLE } from '@toolmark/api-contract';
import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';

/** The name that Toolmark has among the servers of a client. */
export const ENTRY_NAME = 'toolmark';

/** How a client is to reach a gateway. */
export type Way =
  | { readonly kind: 'http'; readonly url: string; readonly token: Token | undefined }
  | ({ readonly kind: 'stdio'; readonly token: string | undefined } & Program);

/** What is started for it. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The token itself, or the variable from which the client takes it. */
type Token = { readonly kind: 'literal' | 'variable'; readonly text: string };

/** What a client can do with an entry, and how it writes it. */
interface Dialect {
  readonly name: string;
  /** `undefined` where it only starts programs. */
  readonly http: ((url: string, headers: Headers) => RawEntry) | undefined;
  readonly stdio: (program: Program) => RawEntry;
  /** How it names a variable of the environment in a text; `undefined` where it fills in none. */
  readonly variable: ((name: string) => string) | undefined;
}

type Headers = Readonly<Record<string, string>>;

const program = ({ command, args, env }: Program): RawEntry => ({ command, args, ...(env && { env }) });
const typed = (started: Program): RawEntry => ({ type: 'stdio', ...program(started) });
const withHeaders = (headers: Headers): RawEntry => (Object.keys(headers).length === 0 ? {} : { headers });
const shell = (name: string): string => `\${${name}}`;
const editor = (name: string): string => `\${env:${name}}`;

const DIALECTS: Readonly<Record<ClientId | 'other', Dialect>> = {
  'claude-code': {
    ...{ name: 'Claude Code', stdio: typed, variable: shell },
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
  // Its file has no addresses.
  'claude-desktop': { name: 'Claude Desktop', http: undefined, stdio: program, variable: undefined },
  cursor: {
    ...{ name: 'Cursor', stdio: program, variable: editor },
    http: (url, headers) => ({ url, ...withHeaders(headers) }),
  },
  vscode: {
    ...{ name: 'VS Code', stdio: typed, variable: editor },
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
  windsurf: {
    ...{ name: 'Windsurf', stdio: program, variable: editor },
    http: (serverUrl, headers) => ({ serverUrl, ...withHeaders(headers) }),
  },
  codex: {
    ...{ name: 'Codex', stdio: program, variable: shell },
    http: (url, headers) => ({ url, ...(Object.keys(headers).length > 0 && { http_headers: headers }) }),
  },
  gemini: {
    ...{ name: 'Gemini CLI', stdio: program, variable: shell },
    http: (httpUrl, headers) => ({ httpUrl, ...withHeaders(headers) }),
  },
  zed: {
    ...{ name: 'Zed', stdio: program, variable: undefined },
    http: (url, headers) => ({ url, ...withHeaders(headers) }),
  },
  other: {
    ...{ name: 'Another client', stdio: typed, variable: undefined },
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
};

/**
 * The entry by which a client reaches a gateway, or in a sentence why that client cannot do it in this way.
 *
 * @example
 * toClientEntry('cursor', { kind: 'http', url, token: undefined }) // { ok: true, value: { url } }
 */
export function toClientEntry(client: ClientId | 'other', way: Way): Result<RawEntry, string> {
  const { name, http, stdio, variable } = DIALECTS[client];
  if (way.kind === 'stdio') return ok(stdio(withToken(way)));
  const { url, token } = way;
  if (http === undefined) {
    return err(`The config of ${name} has no addresses: it can only start a program. Use --stdio.`);
  }
  if (token?.kind !== 'variable') {
    return ok(http(url, token === undefined ? {} : { Authorization: `Bearer ${token.text}` }));
  }
  if (client === 'codex') return ok({ url, bearer_token_env_var: token.text });
  if (variable === undefined) {
    return err(`${name} fills in no variables of the environment. Leave out --token-env, or use --stdio.`);
  }
  return ok(http(url, { Authorization: `Bearer ${variable(token.text)}` }));
}

const withToken = ({ command, args, env, token }: Extract<Way, { kind: 'stdio' }>): Program =>
  token === undefined
    ? { command, args, ...(env && { env }) }
    : { command, args, env: { ...env, [TOKEN_VARIABLE]: token } };

/** Whether a client can be given an address at all. */
export const takesAddresses = (client: ClientId | 'other'): boolean => DIALECTS[client].http !== undefined;

export const clientNameOf = (client: ClientId | 'other'): string => DIALECTS[client].name;
