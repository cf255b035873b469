import { endOfString, MARK } from './rewritten-json.ts';

/** JSON whose keys have no escapes, and what those were that JSON has no other way to write. */
export interface UnescapedKeys {
  readonly text: string;
  readonly namesByMark: ReadonlyMap<string, string>;
}

/**
 * The V8 of Node 24 reads a key that is written with an escape (`"\n"`) as another one (`"\\"`), once it has read an object with the
 * other one in the same place (nodejs/node#63785): what one server sent would change what is read of another's. So such keys are
 * written without escapes, or as marks where JSON has no other way to write them.
 *
 * @param text valid JSON
 * @returns `undefined` where no key has an escape, as in nearly everything
 */
export function unescapeKeys(text: string): UnescapedKeys | undefined {
  const spans = findEscapedKeys(text);
  if (spans.length === 0) return undefined;
  // All at once: a parse of its own for each key takes longer than everything else here.
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
/** What JSON cannot write in any other way, besides halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;

/** Backslashes are in strings only, and a string before a colon is a key. */
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
