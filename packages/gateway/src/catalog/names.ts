import { createHash } from 'node:crypto';

/** What the strictest model APIs take as the name of a tool. */
export const MAX_NAME_LENGTH = 64;

/** Something of a server that is called by name: a tool or a prompt. */
export interface NamedEntry {
  readonly server: string;
  readonly name: string;
}

/**
 * The names under which entries of many servers are offered together, in the order of the entries, no two alike.
 *
 * `server__name` where that fits: then it can be split at the first `__` to get both back. Whatever does not fit gets a hash
 * of server and name instead of what had to go, so a name depends neither on the order of anything nor on what else is
 * offered. The one exception is an altered name that somebody already has: it is hashed again, and the fitting name stays.
 *
 * @param entries no pair of server and name twice
 *
 * @example
 * assignNames([{ server: 'notes', name: 'search' }, { server: 'My Server', name: 'files.read' }])
 * // ['notes__search', 'My-Server__files-read_e7267cd8']
 */
export function assignNames(entries: readonly NamedEntry[]): readonly string[] {
  const names = entries.map(({ server, name }) => fittingName(server, name));
  const unfit = entries.map((entry, index) => ({ entry, index })).filter(({ index }) => names[index] === undefined);
  const taken = new Set(unfit.length === 0 ? [] : names);
  unfit.sort((a, b) => compare(a.entry.server, b.entry.server) || compare(a.entry.name, b.entry.name));
  for (const { entry, index } of unfit) {
    let attempt = 0;
    let name = alteredName(entry.server, entry.name, attempt);
    while (taken.has(name)) name = alteredName(entry.server, entry.name, ++attempt);
    taken.add(name);
    names[index] = name;
  }
  return names.filter((name) => name !== undefined);
}

const SEPARATOR = '__';
const HASH_LENGTH = 8;
/** What is left for both halves of an altered name. */
const ROOM = MAX_NAME_LENGTH - SEPARATOR.length - 1 - HASH_LENGTH;
/** What a long server name keeps beside a long tool name, which says more. */
const MIN_SERVER_ROOM = 20;

const FITTING = /^[A-Za-z0-9_-]+$/;

function fittingName(server: string, name: string): string | undefined {
  const exposed = `${server}${SEPARATOR}${name}`;
  if (exposed.length > MAX_NAME_LENGTH || !FITTING.test(name) || !FITTING.test(server)) return undefined;
  // 'a_' and 'b' would read like 'a' and '_b'.
  return server.includes(SEPARATOR) || server.endsWith('_') ? undefined : exposed;
}

function alteredName(server: string, name: string, attempt: number): string {
  const tool = slugOf(name, 'entry');
  const serverRoom = Math.max(MIN_SERVER_ROOM, ROOM - tool.length);
  const prefix = cut(slugOf(server, 'server'), serverRoom);
  // JSON keeps the two apart, and keeps apart what UTF-8 cannot tell (lone surrogates).
  const hash = createHash('sha256').update(JSON.stringify(attempt === 0 ? [server, name] : [server, name, attempt]));
  return `${prefix}${SEPARATOR}${cut(tool, ROOM - prefix.length)}_${hash.digest('hex').slice(0, HASH_LENGTH)}`;
}

/** As much of a name as can be said in the characters that are allowed. */
function slugOf(text: string, otherwise: string): string {
  const plain = text
    // More than this never shows, and a name may have any length.
    .slice(0, MAX_NAME_LENGTH * 2)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_');
  return trim(plain) || otherwise;
}

function cut(slug: string, length: number): string {
  return slug.length <= length ? slug : trim(slug.slice(0, length)) || slug.slice(0, length);
}

function trim(slug: string): string {
  return slug.replaceAll(/^-+|[_-]+$/g, '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
