import { isJsonObject } from '@toolmark/annotations';
import type { RawEntry } from '../edit/edit-config.ts';

/** Whether an entry leads to this gateway: by its address, through a bridge that is given the address, or over stdio. */
export function isSelf({ url, command, args = [], env }: RawEntry, mcpUrl: string): boolean {
  const words = [url, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  if (words.some((word) => isSamePlace(word, mcpUrl))) return true;
  if (typeof command !== 'string') return false;
  const program = [command, ...words].some((word) =>
    /(?:^|[\\/])toolmark(?:\.cmd|\.exe|\.js)?$|@toolmark\/cli/.test(word),
  );
  // Whatever it is started by, nobody else is told where the data of Toolmark are.
  const isTold = isJsonObject(env) && Object.hasOwn(env, 'TOOLMARK_HOME');
  return (program || isTold) && words.includes('stdio');
}

/** Whether two addresses are the same socket: loopback has several names. */
function isSamePlace(a: string, b: string): boolean {
  if (!/^https?:/.test(a) || !URL.canParse(a) || !URL.canParse(b)) return false;
  const [one, other] = [new URL(a), new URL(b)];
  return hostOf(one) === hostOf(other) && one.port === other.port && one.protocol === other.protocol;
}

const hostOf = ({ hostname }: URL): string =>
  /^(?:localhost|\[::1\]|127(?:\.\d+){3}|0\.0\.0\.0)$/.test(hostname) ? 'loopback' : hostname;
