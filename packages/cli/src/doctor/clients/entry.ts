import { TOKEN_VARIABLE } from '@toolmark/api-contract';
import { toCommonShape } from '@toolmark/setup';

/** A server in the config of a client, reduced to what shows where Toolmark is. */
export interface ClientEntry {
  readonly name: string;
  readonly url: URL | undefined;
  readonly command: string | undefined;
  readonly args: readonly string[];
  /** The data folder from its environment or --data. */
  readonly dataDir: string | undefined;
  /**
   * The `Authorization` header that it sends, directly or through `toolmark stdio`; `from outside` if it comes from
   * elsewhere, such as a variable.
   */
  readonly authorization: string | 'from outside' | undefined;
  readonly isDisabled: boolean;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Whether an entry is about Toolmark, by its name, command or address. */
export function isToolmark({ name, command, args, url }: ClientEntry, gateway: URL | undefined): boolean {
  const isNamed = [name, command ?? '', ...args].some((text) => /toolmark/i.test(text));
  return isNamed || (url !== undefined && isSamePlace(url, gateway ?? DEFAULT_URL));
}

/** The gateway's default address. */
const DEFAULT_URL = new URL('http://127.0.0.1:7420');

/** Whether two addresses are the same socket: loopback has several names. */
export function isSamePlace(a: URL, b: URL): boolean {
  const host = ({ hostname }: URL): string =>
    /^(?:localhost|\[::1\]|127(?:\.\d+){3}|0\.0\.0\.0)$/.test(hostname) ? 'loopback' : hostname;
  return host(a) === host(b) && a.port === b.port && a.protocol === b.protocol;
}

/** Reads a client's entry; `undefined` if it is not valid. */
export function toClientEntry(name: string, raw: unknown): ClientEntry | undefined {
  if (!isObject(raw)) return undefined;
  const entry = toCommonShape(raw);
  const { command, env } = entry;
  const args = textsIn(entry['args']);
  // A command with an address among its arguments is a bridge to that address.
  const address = [entry['url'], entry['serverUrl'], entry['httpUrl'], ...args].find(
    (text) => typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text),
  );
  return {
    name,
    url: typeof address === 'string' ? new URL(address) : undefined,
    command: typeof command === 'string' ? command : undefined,
    args,
    dataDir: dataDirIn(args, env),
    authorization: authorizationIn(entry, args, env),
    isDisabled: entry['disabled'] === true || entry['enabled'] === false,
  };
}

function dataDirIn(args: readonly string[], env: unknown): string | undefined {
  const at = args.indexOf('--data');
  const home = isObject(env) ? env['TOOLMARK_HOME'] : undefined;
  return (at === -1 ? undefined : args[at + 1]) ?? (typeof home === 'string' ? home : undefined);
}

function authorizationIn(entry: JsonObject, args: readonly string[], env: unknown): string | undefined {
  const outside = ['bearer_token_env_var', 'env_http_headers', 'auth', 'oauth'].some((key) => entry[key] !== undefined);
  const headers = [entry['headers'], entry['http_headers'], entry['requestInit']].filter(isObject);
  const values = headers.flatMap((given) =>
    Object.entries(given).flatMap(([name, value]) =>
      name.toLowerCase() === 'authorization' && typeof value === 'string' ? [value] : [],
    ),
  );
  const bridged = args.flatMap((text) => /^authorization:\s*(.*)$/i.exec(text)?.[1] ?? []);
  const given = isObject(env) ? env[TOKEN_VARIABLE] : undefined;
  const [value] = [...values, ...bridged, ...(typeof given === 'string' ? [`Bearer ${given}`] : [])];
  if (value === undefined) return outside ? 'from outside' : undefined;
  // The client expands `${TOKEN}` and `$(cat token)`.
  return /[$%{]/.test(value) ? 'from outside' : value;
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
