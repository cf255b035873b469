import { err, ok, type Result } from '../result.ts';
import { show } from '../show.ts';

/** JSON with line numbers, so that an error message can point to the line to fix. */
export interface JsonWithLines {
  readonly value: unknown;
  /** The line, counted from 1, of the value at this path; if there is none, of its nearest existing parent. */
  readonly lineOfKey: (keys: readonly string[]) => number;
}

/** Far more than a lock needs, and safe for any stack. */
const MAX_DEPTH = 32;

/**
 * Parses JSON like `JSON.parse`, but rejects duplicate keys, whether escaped or not: `JSON.parse` silently takes the
 * last one, while a reviewer may have read the first. The error is a clause with a line number.
 *
 * @example
 * parseJsonWithLines('{"a": 1, "\\u0061": 2}') // "a" occurs twice in one object (line 1)
 */
export function parseJsonWithLines(text: string): Result<JsonWithLines, string> {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;

  const skip = (): void => {
    for (; at < text.length && ' \t\r\n'.includes(text.charAt(at)); at++) if (text[at] === '\n') line++;
  };
  const wrong = (message: string): never => {
    throw new JsonFault(`${message} (line ${line})`);
  };
  const unexpected = (wanted: string): never =>
    wrong(at >= text.length ? `it ends where ${wanted} should be` : `found ${show(text[at])} instead of ${wanted}`);
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
      return wrong(`${show(text.slice(at, end))} is not a JSON value`);
    }
  };
  const string = (): string => {
    skip();
    if (text[at] !== '"') return unexpected('a text in quotes');
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return literal(end + 1) as string;
  };
  /** Parses the members up to the closing bracket; the opening one is already consumed. */
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
        if (entries.has(key)) wrong(`${show(key)} occurs twice in one object`);
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
    return ok({ value: root, lineOfKey: (keys) => lineOfKey(lines, keys) });
  } catch (error) {
    if (error instanceof JsonFault) return err(error.message);
    throw error;
  }
}

/** Unwinds the recursion; caught in this file. */
class JsonFault extends Error {}

function lineOfKey(lines: ReadonlyMap<string, number>, keys: readonly string[]): number {
  const line = lines.get(JSON.stringify(keys));
  return line ?? (keys.length === 0 ? 1 : lineOfKey(lines, keys.slice(0, -1)));
}
