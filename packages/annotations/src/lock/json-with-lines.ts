import { err, ok, type Result } from '../result.ts';
import { show } from '../show.ts';

/** JSON in which every place has a line, for people who have to mend a file. */
export interface JsonWithLines {
  readonly value: unknown;
  /** The line, from 1 on, of what is found by these keys and indices; of what holds it where nothing is. */
  readonly lineOf: (keys: readonly string[]) => number;
}

/** Much more than a lock needs, and little enough for any stack. */
const MAX_DEPTH = 32;

/**
 * Reads JSON as `JSON.parse` does, but refuses an object that has a name twice, however it is spelt: `JSON.parse` takes the last
 * one without a word, and a review may have looked at the first. What is wrong is a half sentence with a line.
 *
 * @example
 * parseJsonWithLines('{"a": 1, "\\u0061": 2}') // "a" stands twice in one object (line 1)
 */
export function parseJsonWithLines(text: string): Result<JsonWithLines, string> {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;

  const skip = (): void => {
    for (; at < text.length && ' \t\r\n'.includes(text.charAt(at)); at++) if (text[at] === '\n') line++;
  };
  const wrong = (message: string): never => {
    throw new Wrong(`${message} (line ${line})`);
  };
  const unexpected = (wanted: string): never =>
    wrong(
      at >= text.length ? `it ends where ${wanted} should be` : `${show(text[at])} stands where ${wanted} should be`,
    );
  const take = (sign: string): boolean => {
    skip();
    if (text[at] !== sign) return false;
    at++;
    return true;
  };
  const literal = (end: number): unknown => {
    try {
      const value: unknown = JSON.parse(text.slice(at, end));
      at = end;
      return value;
    } catch {
      return wrong(`${show(text.slice(at, end))} is no JSON value`);
    }
  };
  const string = (): string => {
    skip();
    if (text[at] !== '"') return unexpected('a text in quotes');
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return literal(end + 1) as string;
  };
  /** What stands between an opening sign that was taken and its closing one. */
  const members = (close: string, member: () => void): void => {
    if (take(close)) return;
    do member();
    while (take(','));
    if (!take(close)) unexpected(`',' or '${close}'`);
  };
  const value = (keys: readonly string[]): unknown => {
    skip();
    lines.set(JSON.stringify(keys), line);
    if (keys.length > MAX_DEPTH) return wrong('it is nested too deeply');
    if (take('{')) {
      const entries = new Map<string, unknown>();
      members('}', () => {
        const key = string();
        if (entries.has(key)) wrong(`${show(key)} stands twice in one object`);
        if (!take(':')) unexpected("':'");
        entries.set(key, value([...keys, key]));
      });
      return Object.fromEntries(entries);
    }
    if (take('[')) {
      const items: unknown[] = [];
      members(']', () => items.push(value([...keys, String(items.length)])));
      return items;
    }
    if (text[at] === '"') return string();
    const end = at + (/^[-+.\w]+/.exec(text.slice(at, at + 100))?.[0].length ?? 0);
    return end === at ? unexpected('a value') : literal(end);
  };

  try {
    const root = value([]);
    skip();
    if (at < text.length) unexpected('the end');
    return ok({ value: root, lineOf: (keys) => lineOf(lines, keys) });
  } catch (error) {
    if (error instanceof Wrong) return err(error.message);
    throw error;
  }
}

/** Leaves the recursion; never leaves this file. */
class Wrong extends Error {}

function lineOf(lines: ReadonlyMap<string, number>, keys: readonly string[]): number {
  const line = lines.get(JSON.stringify(keys));
  return line ?? (keys.length === 0 ? 1 : lineOf(lines, keys.slice(0, -1)));
}
