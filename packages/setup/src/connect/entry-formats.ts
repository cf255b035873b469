import type { RawEntry } from '../edit/edit-config.ts';
import type { ClientId } from './clients.ts';

/** The name of Toolmark's entry in a client's config. */
export const ENTRY_NAME = 'toolmark';

/** The program of a stdio server. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

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
const gooseExtension = (type: string): RawEntry => ({
  ...{ type, name: ENTRY_NAME, description: 'The tools of the Toolmark gateway', enabled: true, timeout: 300 },
});

/** The config format of each client. */
export const ENTRY_FORMATS: Readonly<Record<ClientId | 'other', EntryFormat>> = {
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
  qwen: {
    name: 'Qwen Code',
    stdio: program,
    variable: shellReference,
    http: (httpUrl, headers) => ({ httpUrl, ...withHeaders(headers) }),
  },
  opencode: {
    name: 'opencode',
    stdio: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      ...(env && { environment: env }),
      enabled: true,
    }),
    variable: (name) => `{env:${name}}`,
    // Without `oauth: false`, a revoked token would start a sign-in in the browser.
    http: (url, headers) => ({ type: 'remote', url, ...withHeaders(headers), oauth: false, enabled: true }),
  },
  goose: {
    name: 'Goose',
    stdio: ({ command, args, env }) => ({
      ...gooseExtension('stdio'),
      cmd: command,
      args,
      ...(env && { envs: env }),
    }),
    variable: undefined,
    http: (uri, headers) => ({ ...gooseExtension('streamable_http'), uri, ...withHeaders(headers) }),
  },
  cline: {
    name: 'Cline',
    stdio: toTypedStdioEntry,
    variable: undefined,
    http: (url, headers) => ({ type: 'streamableHttp', url, ...withHeaders(headers) }),
  },
  continue: {
    name: 'Continue',
    stdio: toTypedStdioEntry,
    variable: (name) => `\${{ secrets.${name} }}`,
    http: (url, headers) => ({
      type: 'streamable-http',
      url,
      ...(Object.keys(headers).length > 0 && { requestOptions: { headers } }),
    }),
  },
  // Its plugin for the IDEs takes only programs.
  junie: { name: 'Junie', http: undefined, stdio: program, variable: undefined },
  copilot: {
    name: 'Copilot CLI',
    stdio: (started) => ({ type: 'local', ...program(started), tools: ['*'] }),
    variable: undefined,
    http: (url, headers) => ({ type: 'http', url, ...withHeaders(headers), tools: ['*'] }),
  },
  amp: {
    name: 'Amp',
    stdio: program,
    variable: shellReference,
    http: (url, headers) => ({ url, ...withHeaders(headers) }),
  },
  lmstudio: {
    name: 'LM Studio',
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
