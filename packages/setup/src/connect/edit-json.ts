import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result } from '@toolmark/annotations';
import { describeTextProblems, parseJsonText } from '@toolmark/config';
import type { RawEntry } from '../edit/edit-config.ts';
import { removeAt, setAt } from '../edit/edit-path.ts';
import { jsonSnippet } from './snippets.ts';

/**
 * Parses a config, or returns the position of the syntax error. A file that is empty or only a comment has no settings.
 */
export function readJson(text: string): Result<unknown, string> {
  if (text.trim() === '') return ok({});
  try {
    return ok(JSON.parse(text));
  } catch {
    // The text may have comments. Plain JSON is parsed first because that is much faster.
  }
  const parsed = parseJsonText(text);
  return parsed.ok ? ok(parsed.value.value) : err(describeTextProblems(text, parsed.error));
}

/** Sets a server in a text. Everything else keeps its comments and layout. */
export function setJsonServer(
  text: string,
  place: readonly string[],
  name: string,
  entry: RawEntry,
): Result<string, string> {
  const before = readJson(text);
  if (!before.ok) return before;
  if (text.trim() === '') return ok(jsonSnippet(place, entry));
  const problem = placeProblem(before.value, place);
  if (problem !== undefined) return err(problem);
  return ensureOnlyServerChanged(setAt(text, [...place, name], entry), before.value, place, name, entry);
}

/** Removes a server from a text. */
export function removeJsonServer(text: string, place: readonly string[], name: string): Result<string, string> {
  const before = readJson(text);
  if (!before.ok) return before;
  return ensureOnlyServerChanged(removeAt(text, [...place, name]), before.value, place, name, undefined);
}

/**
 * Returns a problem if the place of the servers holds something other than an object: the client's behaviour would be
 * unknown.
 */
function placeProblem(config: unknown, place: readonly string[]): string | undefined {
  if (!isJsonObject(config)) return 'is not a JSON object';
  let value: unknown = config;
  for (const [index, key] of place.entries()) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
    if (!isJsonObject(value)) return `does not have an object at ${place.slice(0, index + 1).join('.')}`;
  }
  return undefined;
}

function ensureOnlyServerChanged(
  text: string,
  before: unknown,
  place: readonly string[],
  name: string,
  entry: RawEntry | undefined,
): Result<string, string> {
  const after = readJson(text);
  const isSame =
    after.ok &&
    isDeepStrictEqual(withoutServer(after.value, place, name), withoutServer(before, place, name)) &&
    isDeepStrictEqual(valueAt(after.value, [...place, name]), entry);
  return isSame ? ok(text) : err('cannot be changed without changing other parts of it');
}

/** The config without one server. An empty object counts as missing. */
function withoutServer(config: unknown, [key, ...rest]: readonly string[], name: string): unknown {
  if (!isJsonObject(config)) return config;
  if (key === undefined) return Object.fromEntries(Object.entries(config).filter(([other]) => other !== name));
  const inner = withoutServer(config[key], rest, name);
  const isEmpty = inner === undefined || (isJsonObject(inner) && Object.keys(inner).length === 0);
  return Object.fromEntries(
    Object.entries(config).flatMap(([other, value]) =>
      other !== key ? [[other, value]] : isEmpty ? [] : [[other, inner]],
    ),
  );
}

function valueAt(config: unknown, place: readonly string[]): unknown {
  let value = config;
  for (const key of place) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}
