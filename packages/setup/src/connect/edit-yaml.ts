import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { isCollection, isMap, isNode, isPair, isScalar, type Pair, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import type { RawEntry } from '../edit/edit-config.ts';
import { parseYaml, readYaml } from '../edit/read-yaml.ts';
import { serversAt } from '../import/read-source.ts';

/*
 * The library keeps comments when it writes YAML, but not the layout. So the lines of a server are inserted, replaced or removed
 * as text, and the result is parsed again: the change is refused unless everything else has the same values as before.
 */

/** The servers in a YAML file: an object by name, or a list of objects with names. */
export interface YamlPlace {
  readonly place: readonly string[];
  readonly isList?: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sets a server in a text. */
export function setYamlServer(text: string, where: YamlPlace, name: string, entry: RawEntry): Result<string, string> {
  const before = readYaml(text);
  if (!before.ok) return before;
  if (isDeepStrictEqual(serverOf(before.value, where, name), entry)) return ok(text);
  const servers = findServers(text, where);
  if (!servers.ok) return servers;
  return checked(withServer(text, servers.value, where, name, entry), before.value, where, name, entry);
}

/** Removes a server from a text. */
export function removeYamlServer(text: string, where: YamlPlace, name: string): Result<string, string> {
  const before = readYaml(text);
  if (!before.ok) return before;
  if (serverOf(before.value, where, name) === undefined) return ok(text);
  const servers = findServers(text, where);
  if (!servers.ok) return servers;
  const { key, items } = servers.value;
  const span = items.find((item) => item.name === name)?.span;
  if (span === undefined || key === undefined) return err(NOT_IN_PLACE);
  // Without servers, the key would have no value, which the client may refuse.
  const start = items.length === 1 && key.end === span.start ? key.start : span.start;
  return checked(`${text.slice(0, start)}${text.slice(span.end)}`, before.value, where, name, undefined);
}

const NOT_IN_PLACE = 'has an entry for toolmark that cannot be changed without touching other parts of the file';

interface Servers {
  /** The lines of the key; `undefined` if it is missing. */
  readonly key: Span | undefined;
  readonly indent: string;
  /** The value to replace: braces or brackets without content. */
  readonly empty: Span | undefined;
  readonly items: readonly { readonly name: unknown; readonly span: Span }[];
}

const NO_SERVERS: Servers = { key: undefined, indent: '  ', empty: undefined, items: [] };

/** Finds the lines of each server; refuses servers that do not have their own lines. */
function findServers(text: string, { place: [place] }: YamlPlace): Result<Servers, string> {
  const document = parseYaml(text);
  if (!document.ok) return document;
  const { contents } = document.value;
  if (contents === null || (isScalar(contents) && contents.value === null)) return ok(NO_SERVERS);
  if (!isMap(contents) || contents.flow === true) return err('is not a list of settings with their own lines');
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === place);
  if (pair === undefined) return ok(NO_SERVERS);
  const keyStart = lineStart(text, startOf(pair));
  const key = { start: keyStart, end: lineEnd(text, startOf(pair)) };
  const { value } = pair;
  if (value === null || (isScalar(value) && value.value === null)) return ok({ ...NO_SERVERS, key });
  if (!isCollection(value)) return err(`does not have servers at ${place}`);
  const range = value.range ?? [0, 0, 0];
  if (value.items.length === 0) return ok({ ...NO_SERVERS, key, empty: { start: range[0], end: range[1] } });
  if (value.flow === true) return err(`has its ${place} on one line, so that none can be added without rewriting it`);
  const items = itemsOf(text, value as YAMLMap | YAMLSeq);
  const first = items[0]?.span.start ?? 0;
  return ok({ key, indent: /^[ ]*/.exec(text.slice(first))?.[0] ?? '', empty: undefined, items });
}

function itemsOf(text: string, servers: YAMLMap | YAMLSeq): Servers['items'] {
  return servers.items.map((item) => {
    const name = isPair(item) ? (isScalar(item.key) ? item.key.value : undefined) : isMap(item) && item.get('name');
    return { name, span: { start: lineStart(text, startOf(item)), end: lineEnd(text, endOf(item)) } };
  });
}

function withServer(
  text: string,
  { key, indent, empty, items }: Servers,
  { place: [place = ''], isList = false }: YamlPlace,
  name: string,
  entry: RawEntry,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const value = isList ? [{ name, ...entry }] : { [name]: entry };
  const lines = stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}`);
  const block = `${lines.join(eol)}${eol}`;
  const old = items.find((item) => item.name === name)?.span;
  if (old !== undefined) return `${text.slice(0, old.start)}${block}${text.slice(old.end)}`;
  if (key === undefined) return `${withLineEnd(text, eol)}${place}:${eol}${block}`;
  if (empty !== undefined)
    return `${text.slice(0, empty.start).trimEnd()}${eol}${block}${text.slice(lineEnd(text, empty.end))}`;
  return `${withLineEnd(text.slice(0, key.end), eol)}${block}${text.slice(key.end)}`;
}

const withLineEnd = (text: string, eol: string): string => (text === '' || text.endsWith('\n') ? text : text + eol);

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** The start of the next line. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found + 1;
}

function startOf(item: unknown): number {
  const node = isPair(item) ? item.key : item;
  return (isNode(node) ? node.range?.[0] : undefined) ?? 0;
}

/** The end of an item's last character: the range of a block also has the comments and empty lines after it. */
function endOf(item: unknown): number {
  const node = isPair(item) ? ((item as Pair).value ?? item.key) : item;
  if (isCollection(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1));
  if (!isNode(node) || node.range === null || node.range === undefined) return startOf(item);
  const [start, end] = node.range;
  // The range of a text over several lines has its last line end.
  const isBlockText = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  return isBlockText ? Math.max(start, end - 1) : end;
}

/** Returns the text only if everything but this server has the same values as before. */
function checked(
  text: string,
  before: unknown,
  where: YamlPlace,
  name: string,
  entry: RawEntry | undefined,
): Result<string, string> {
  const after = readYaml(text);
  const isSame =
    after.ok &&
    isDeepStrictEqual(without(after.value, where, name), without(before, where, name)) &&
    isDeepStrictEqual(serverOf(after.value, where, name), entry);
  return isSame ? ok(text) : err('cannot be changed without changing other parts of it');
}

const serverOf = (config: unknown, { place }: YamlPlace, name: string): unknown =>
  serversAt(config, place).find(([each]) => each === name)?.[1];

/** The config without one server. Without others, the key counts as missing. */
function without(config: unknown, { place: [place = ''] }: YamlPlace, name: string): unknown {
  if (!isJsonObject(config)) return config;
  const { [place]: servers, ...rest } = config;
  const others = Array.isArray(servers)
    ? servers.filter((server) => !isJsonObject(server) || server['name'] !== name)
    : isJsonObject(servers)
      ? Object.entries(servers).filter(([key]) => key !== name)
      : servers;
  const isEmpty = others === null || others === undefined || (Array.isArray(others) && others.length === 0);
  return isEmpty ? rest : { ...rest, [place]: others };
}
