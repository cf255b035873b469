import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { stringify } from 'smol-toml';
import type { RawEntry } from '../edit/edit-config.ts';
import { readToml } from '../edit/read-toml.ts';
import { headersIn, type TomlHeader } from './toml-headers.ts';

/*
 * No library preserves the layout when it writes TOML. So a whole table is appended, replaced or removed as text, and the result
 * is parsed again: the change is refused unless everything else has the same values as before.
 */

const KEY = 'mcp_servers';

/** Sets a server in a text. */
export function setTomlServer(text: string, name: string, entry: RawEntry): Result<string, string> {
  const before = readToml(text);
  if (!before.ok) return before;
  const old = findServer(before.value, name);
  if (isDeepStrictEqual(toPlainObject(old), toPlainObject(entry))) return ok(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = stringify({ [KEY]: { [name]: entry } })
    .trimEnd()
    .replaceAll('\n', eol);
  const at = old === undefined ? undefined : tableRange(text, name);
  if (old !== undefined && at === undefined) return err(NOT_A_TABLE);
  const changed =
    at === undefined
      ? `${withBlankLine(text, eol)}${table}${eol}`
      : `${text.slice(0, at.start)}${table}${text.slice(at.end)}`;
  return ensureOnlyServerChanged(changed, before.value, name, entry);
}

/** Removes a server from a text. */
export function removeTomlServer(text: string, name: string): Result<string, string> {
  const before = readToml(text);
  if (!before.ok) return before;
  if (findServer(before.value, name) === undefined) return ok(text);
  const at = tableRange(text, name);
  if (at === undefined) return err(NOT_A_TABLE);
  // Includes the line break after the table, and the empty line before it.
  const rest = text.slice(at.end).replace(/^\r?\n/, '');
  const first = text.slice(0, at.start);
  const start = rest.trim() === '' ? first.replace(/(\r?\n)(?:\r?\n)+$/, '$1') : first;
  return ensureOnlyServerChanged(`${start}${rest}`, before.value, name, undefined);
}

const NOT_A_TABLE = 'has an entry for toolmark that cannot be changed without touching other parts of the file';

/** Returns the text only if everything but this server has the same values as before. */
function ensureOnlyServerChanged(
  text: string,
  before: RawEntry,
  name: string,
  entry: RawEntry | undefined,
): Result<string, string> {
  const after = readToml(text);
  const isSame =
    after.ok &&
    isDeepStrictEqual(toPlainObject(withoutServer(after.value, name)), toPlainObject(withoutServer(before, name))) &&
    isDeepStrictEqual(toPlainObject(findServer(after.value, name)), toPlainObject(entry));
  return isSame ? ok(text) : err('cannot be changed without changing other parts of it');
}

function findServer(config: RawEntry, name: string): unknown {
  const servers = config[KEY];
  return isJsonObject(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
}

/** The config without one server. An empty table of servers counts as missing. */
function withoutServer(config: RawEntry, name: string): RawEntry {
  const { [KEY]: servers, ...rest } = config;
  if (!isJsonObject(servers)) return config;
  const others = Object.fromEntries(Object.entries(servers).filter(([key]) => key !== name));
  return Object.keys(others).length === 0 ? rest : { ...rest, [KEY]: others };
}

/** Copies tables into plain objects: the parser's tables have no prototype, so they would never equal the given entry. */
const toPlainObject = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(toPlainObject)
    : isJsonObject(value) && !(value instanceof Date)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlainObject(inner)]))
      : value;

/** The range from the header of a server's table to the last line with content in it or in its inner tables. */
function tableRange(text: string, name: string): { readonly start: number; readonly end: number } | undefined {
  const headers = headersIn(text);
  const isOwn = ({ keys, isList }: TomlHeader): boolean => !isList && keys[0] === KEY && keys[1] === name;
  const first = headers.findIndex(isOwn);
  const found = headers[first];
  if (found === undefined) return undefined;
  let last = first;
  while (headers[last + 1] !== undefined && isOwn(headers[last + 1] ?? found)) last += 1;
  // The server has tables elsewhere too, so replacing it would move other tables.
  if (headers.slice(last + 1).some(isOwn)) return undefined;
  const next = headers[last + 1]?.offset ?? text.length;
  return { start: found.offset, end: contentEnd(text, found.offset, next) };
}

/** Comments and empty lines before the next header belong to the next table. */
function contentEnd(text: string, start: number, end: number): number {
  const lines = text.slice(start, end).split('\n');
  while (lines.length > 1 && /^\s*(?:#.*)?$/.test(lines.at(-1) ?? '')) lines.pop();
  const content = lines.join('\n');
  return start + content.length - (content.endsWith('\r') ? 1 : 0);
}

/** Adds an empty line before an appended table. */
function withBlankLine(text: string, eol: string): string {
  if (text.trim() === '') return text;
  const closed = text.endsWith('\n') ? text : `${text}${eol}`;
  return `${closed}${eol}`;
}
