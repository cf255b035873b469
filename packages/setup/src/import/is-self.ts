import { isJsonObject } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';

/** Whether an entry leads to this gateway: by its URL, through a bridge with the URL as an argument, or over stdio. */
export function isSelf({ url, command, args = [], env }: RawEntry, mcpUrl: string): boolean {
  const words = [url, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  if (words.some((word) => isSameSocket(word, mcpUrl))) return true;
  if (typeof command !== 'string') return false;
  const program = [command, ...words].some((word) =>
    /(?:^|[\\/])toolmark(?:\.cmd|\.exe|\.js)?$|@toolmark\/cli/.test(word),
  );
  // Only Toolmark itself uses this variable, so any launcher that sets it starts Toolmark.
  const hasDataFolder = isJsonObject(env) && Object.hasOwn(env, 'TOOLMARK_HOME');
  return (program || hasDataFolder) && words.includes('stdio');
}

/** Whether two URLs have the same socket; all loopback names are equal. */
function isSameSocket(a: string, b: string): boolean {
  if (!/^https?:/.test(a) || !URL.canParse(a) || !URL.canParse(b)) return false;
  const [one, other] = [new URL(a), new URL(b)];
  return normalizedHost(one) === normalizedHost(other) && one.port === other.port && one.protocol === other.protocol;
}

const normalizedHost = ({ hostname }: URL): string =>
  /^(?:localhost|\[::1\]|127(?:\.\d+){3}|0\.0\.0\.0)$/.test(hostname) ? 'loopback' : hostname;
