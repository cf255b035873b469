import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { parse, stringify, TomlError } from 'smol-toml';
import type { RawEntry } from '../edit/edit-config.ts';
import { headersIn, type TomlHeader } from './toml-headers.ts';

/*
 * No library writes TOML back as it was. So a whole table is appended, replaced or taken out as text, and what comes of it is
 * read again: unless all the rest says what it said before, nothing is done.
 */

const KEY = 'mcp_servers';

/** Reads a config, or says in a sentence where it is none. Never quotes it: the line may hold a secret. */
export function readToml(text: string): Result<RawEntry, string> {
  try {
    return ok(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    const where = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    return err(`is not valid TOML${where}`);
  }
}

/** The text in which a server is what is given. */
export function setTomlServer(text: string, name: string, entry: RawEntry): Result<string, string> {
  const before = readToml(text);
  if (!before.ok) return before;
  const old = serverOf(before.value, name);
  if (isDeepStrictEqual(plain(old), plain(entry))) return ok(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = stringify({ [KEY]: { [name]: entry } })
    .trimEnd()
    .replaceAll('\n', eol);
  const at = old === undefined ? undefined : tableOf(text, name);
  if (old !== undefined && at === undefined) return err(NOT_A_TABLE);
  const changed =
    at === undefined ? `${ended(text, eol)}${table}${eol}` : `${text.slice(0, at.start)}${table}${text.slice(at.end)}`;
  return checked(changed, before.value, name, entry);
}

/** The text without a server. */
export function removeTomlServer(text: string, name: string): Result<string, string> {
  const before = readToml(text);
  if (!before.ok) return before;
  if (serverOf(before.value, name) === undefined) return ok(text);
  const at = tableOf(text, name);
  if (at === undefined) return err(NOT_A_TABLE);
  // With the line break behind it, and the empty line that parted it from what came before.
  const rest = text.slice(at.end).replace(/^\r?\n/, '');
  const first = text.slice(0, at.start);
  const start = rest.trim() === '' ? first.replace(/(\r?\n)(?:\r?\n)+$/, '$1') : first;
  return checked(`${start}${rest}`, before.value, name, undefined);
}

const NOT_A_TABLE = 'has toolmark written in a way that cannot be changed without touching what is beside it';

/** Nothing but the one server may say something else than before. */
function checked(text: string, before: RawEntry, name: string, entry: RawEntry | undefined): Result<string, string> {
  const after = readToml(text);
  const isSame =
    after.ok &&
    isDeepStrictEqual(plain(without(after.value, name)), plain(without(before, name))) &&
    isDeepStrictEqual(plain(serverOf(after.value, name)), plain(entry));
  return isSame ? ok(text) : err('cannot be changed without changing what else is in it');
}

function serverOf(config: RawEntry, name: string): unknown {
  const servers = config[KEY];
  return isJsonObject(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
}

/** An empty table of servers says no more than none. */
function without(config: RawEntry, name: string): RawEntry {
  const { [KEY]: servers, ...rest } = config;
  if (!isJsonObject(servers)) return config;
  const others = Object.fromEntries(Object.entries(servers).filter(([key]) => key !== name));
  return Object.keys(others).length === 0 ? rest : { ...rest, [KEY]: others };
}

/** Tables that were read have no prototype, which would make them differ from what was given. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : isJsonObject(value) && !(value instanceof Date)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
      : value;

/** From the header of a server's table to the end of the last line that says something in it or in a table inside it. */
function tableOf(text: string, name: string): { readonly start: number; readonly end: number } | undefined {
  const headers = headersIn(text);
  const isOwn = ({ keys, isList }: TomlHeader): boolean => !isList && keys[0] === KEY && keys[1] === name;
  const first = headers.findIndex(isOwn);
  const found = headers[first];
  if (found === undefined) return undefined;
  let last = first;
  while (headers[last + 1] !== undefined && isOwn(headers[last + 1] ?? found)) last += 1;
  // Its own tables in another place as well: what is between them would have to move.
  if (headers.slice(last + 1).some(isOwn)) return undefined;
  const next = headers[last + 1]?.offset ?? text.length;
  return { start: found.offset, end: contentEnd(text, found.offset, next) };
}

/** Comments and empty lines before the next header belong to what follows. */
function contentEnd(text: string, start: number, end: number): number {
  const lines = text.slice(start, end).split('\n');
  while (lines.length > 1 && /^\s*(?:#.*)?$/.test(lines.at(-1) ?? '')) lines.pop();
  const content = lines.join('\n');
  return start + content.length - (content.endsWith('\r') ? 1 : 0);
}

/** With an empty line before what is appended. */
function ended(text: string, eol: string): string {
  if (text.trim() === '') return text;
  const closed = text.endsWith('\n') ? text : `${text}${eol}`;
  return `${closed}${eol}`;
}
