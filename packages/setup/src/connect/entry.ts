import { err, ok, type Result } from '@toolmark/annotations';
import { TOKEN_VARIABLE } from '@toolmark/api-contract';
import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';

/** The name of Toolmark's entry in a client's config. */
export const ENTRY_NAME = 'toolmark';

/** The connection of a client to a gateway. */
export type Way =
  | { readonly kind: 'http'; readonly url: string; readonly token: Token | undefined }
  | ({ readonly kind: 'stdio'; readonly token: string | undefined } & Program);

/** The program of a stdio server. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The token itself, or the environment variable that holds it. */
type Token = { readonly kind: 'literal' | 'variable'; readonly text: string };

/** The config format of a client. */
interface EntryFormat {
  readonly name: string;
  /** `undefined` if the client supports only stdio. */
  readonly http: ((url: string, headers: Headers) => RawEntry) | undefined;
  readonly stdio: (program: Program) => RawEntry;
  /** Writes a reference to an environment variable; `undefined` if the client expands none. */
  readonly variable: ((name: string) => string) | undefined;
}

type Headers = Readonly<Record<string, string>>;

const program = ({ command, args, env }: Program): RawEntry => ({ command, args, ...(env && { env }) });
const toTypedStdioEntry = (started: Program): RawEntry => ({ type: 'stdio', ...program(started) });
const withHeaders = (headers: Headers): RawEntry => (Object.keys(headers).length === 0 ? {} : { headers });
const shellReference = (name: string): string => `\${${name}}`;
const editorReference = (name: string): string => `\${env:${name}}`;

const ENTRY_FORMATS: Readonly<Record<ClientId | 'other', EntryFormat>> = {
  'claude-code': {
    name: 'Claude Code',
    stdio: toTypedStdioEntry,
    variable: shellReference,
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
  // Its config file only takes programs.
  'claude-desktop': { name: 'Claude Desktop', http: undefined, stdio: program, variable: undefined },
  cursor: {
    name: 'Cursor',
    stdio: program,
    variable: editorReference,
    http: (url, headers) => ({ url, ...withHeaders(headers) }),
  },
  vscode: {
    name: 'VS Code',
    stdio: toTypedStdioEntry,
    variable: editorReference,
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
  windsurf: {
    name: 'Windsurf',
    stdio: program,
    variable: editorReference,
    http: (serverUrl, headers) => ({ serverUrl, ...withHeaders(headers) }),
  },
  codex: {
    name: 'Codex',
    stdio: program,
    variable: shellReference,
    http: (url, headers) => ({ url, ...(Object.keys(headers).length > 0 && { http_headers: headers }) }),
  },
  gemini: {
    name: 'Gemini CLI',
    stdio: program,
    variable: shellReference,
    http: (httpUrl, headers) => ({ httpUrl, ...withHeaders(headers) }),
  },
  zed: {
    name: 'Zed',
    stdio: program,
    variable: undefined,
    http: (url, headers) => ({ url, ...withHeaders(headers) }),
  },
  other: {
    name: 'Another client',
    stdio: toTypedStdioEntry,
    variable: undefined,
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers) }),
  },
};

/**
 * The config entry that connects a client to a gateway, or a sentence with the reason why the client does not support
 * it.
 *
 * @example
 * toClientEntry('cursor', { kind: 'http', url, token: undefined }) // { ok: true, value: { url } }
 */
export function toClientEntry(client: ClientId | 'other', way: Way): Result<RawEntry, string> {
  const { name, http, stdio, variable } = ENTRY_FORMATS[client];
  if (way.kind === 'stdio') return ok(stdio(withToken(way)));
  const { url, token } = way;
  if (http === undefined) {
    return err(`The config of ${name} takes no URLs, it can only start a program. Use --stdio.`);
  }
  if (token?.kind !== 'variable') {
    return ok(http(url, token === undefined ? {} : { Authorization: `Bearer ${token.text}` }));
  }
  if (client === 'codex') return ok({ url, bearer_token_env_var: token.text });
  if (variable === undefined) {
    return err(`${name} expands no environment variables. Leave out --token-env, or use --stdio.`);
  }
  return ok(http(url, { Authorization: `Bearer ${variable(token.text)}` }));
}

const withToken = ({ command, args, env, token }: Extract<Way, { kind: 'stdio' }>): Program =>
  token === undefined
    ? { command, args, ...(env && { env }) }
    : { command, args, env: { ...env, [TOKEN_VARIABLE]: token } };

/** Whether the client supports HTTP. */
export const supportsHttp = (client: ClientId | 'other'): boolean => ENTRY_FORMATS[client].http !== undefined;

export const clientName = (client: ClientId | 'other'): string => ENTRY_FORMATS[client].name;
