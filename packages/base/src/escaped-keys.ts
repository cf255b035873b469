import { endOfString, MARK } from './rewritten-json.ts';

/** JSON text without escapes in its keys, and the original names of the keys that had to be replaced by marks. */
export interface UnescapedKeys {
  readonly text: string;
  readonly namesByMark: ReadonlyMap<string, string>;
}

/**
 * Works around a V8 bug in Node 24 (nodejs/node#63785): after it has parsed an object with the key `"\\n"`, it reads
 * the key `"\n"` at the same place as that one. One server's JSON could thus change how another's is read. So escapes
 * in keys are removed before parsing, and keys that JSON can only write with an escape are replaced by marks.
 *
 * @param text valid JSON
 * @returns `undefined` where no key has an escape, as in nearly everything
 */
export function unescapeKeys(text: string): UnescapedKeys | undefined {
  const spans = findEscapedKeys(text);
  if (spans.length === 0) return undefined;
  // Parse all keys in one call: one call for each key takes longer than the rest of this function.
  const keys = JSON.parse(`[${spans.map(({ start, end }) => text.slice(start, end)).join(',')}]`) as readonly string[];
  const namesByMark = new Map<string, string>();
  const marksByName = new Map<string, string>();
  const markOf = (name: string): string => {
    const known = marksByName.get(name);
    if (known !== undefined) return known;
    const mark = `${MARK}${marksByName.size}`;
    marksByName.set(name, mark);
    namesByMark.set(mark, name);
    return mark;
  };
  let written = '';
  let done = 0;
  for (const [index, { start, end }] of spans.entries()) {
    const key = keys[index] ?? '';
    written += `${text.slice(done, start)}"${NEEDS_ESCAPE.test(key) || !key.isWellFormed() ? markOf(key) : key}"`;
    done = end;
  }
  return { text: written + text.slice(done), namesByMark };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const COLON = /[ \t\r\n]*:/y;
/** Characters that JSON can only write with an escape; halves of surrogate pairs are handled separately. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;

/** Backslashes occur only inside strings, and a string followed by a colon is a key. */
function findEscapedKeys(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('\\'); at !== -1; ) {
    const end = endOfString(text, at);
    COLON.lastIndex = end;
    if (COLON.test(text)) spans.push({ start: text.lastIndexOf('"', at), end });
    at = text.indexOf('\\', end);
  }
  return spans;
}
