import { createHash } from 'node:crypto';

/** The limit of the strictest model APIs for tool names. */
export const MAX_NAME_LENGTH = 64;

/** A tool or prompt of a server. */
export interface NamedEntry {
  readonly server: string;
  readonly name: string;
}

/**
 * Assigns unique names to the entries of many servers, in their order.
 *
 * `server__name` is used if it fits, and can be split at the first `__`. Other names are shortened and get a hash of server and
 * name, so that they depend neither on the order nor on other entries. The one exception is an altered name that is taken: it is
 * hashed again, and the fitting name stays.
 *
 * @param entries unique pairs of server and name
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
/** The length for both parts of an altered name. */
const MAX_PARTS_LENGTH = MAX_NAME_LENGTH - SEPARATOR.length - 1 - HASH_LENGTH;
/** The minimum for a long server name beside a long tool name, which is more important. */
const MIN_SERVER_LENGTH = 20;

const FITTING = /^[A-Za-z0-9_-]+$/;

function fittingName(server: string, name: string): string | undefined {
  const exposed = `${server}${SEPARATOR}${name}`;
  if (exposed.length > MAX_NAME_LENGTH || !FITTING.test(name) || !FITTING.test(server)) return undefined;
  // 'a_' and 'b' would look like 'a' and '_b'.
  return server.includes(SEPARATOR) || server.endsWith('_') ? undefined : exposed;
}

function alteredName(server: string, name: string, attempt: number): string {
  const tool = toSlug(name, 'entry');
  const serverRoom = Math.max(MIN_SERVER_LENGTH, MAX_PARTS_LENGTH - tool.length);
  const prefix = cut(toSlug(server, 'server'), serverRoom);
  // JSON separates both parts, and distinguishes lone surrogates, which UTF-8 cannot encode.
  const hash = createHash('sha256').update(JSON.stringify(attempt === 0 ? [server, name] : [server, name, attempt]));
  return `${prefix}${SEPARATOR}${cut(tool, MAX_PARTS_LENGTH - prefix.length)}_${hash.digest('hex').slice(0, HASH_LENGTH)}`;
}

/** Converts a name to the allowed characters. */
function toSlug(text: string, otherwise: string): string {
  const plain = text
    // Bounds the work: names may have any length.
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
