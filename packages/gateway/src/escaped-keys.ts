import { isJsonObject } from '@toolmark/annotations';

/** JSON whose keys have no escapes, and how to get from its value to the one that was meant. */
export interface UnescapedKeys {
  readonly text: string;
  readonly restore: (value: unknown) => unknown;
}

/**
 * The V8 of Node 24 reads a key that is written with an escape (`"\n"`) as another one (`"\\"`), once it has read an object with the
 * other one in the same place (nodejs/node#63785): what one server sent would change what is read of another's. So such keys are
 * written without escapes, or under names of ours where JSON has no other way to write them.
 *
 * @param text valid JSON
 * @returns `undefined` where no key has an escape, as in nearly everything
 */
export function unescapeKeys(text: string): UnescapedKeys | undefined {
  const spans = findEscapedKeys(text);
  if (spans.length === 0) return undefined;
  const keys = spans.map(({ start, end }) => JSON.parse(text.slice(start, end)) as string);
  const mark = unusedIn([text, ...keys]);
  const namesByKey = new Map<string, string>();
  const nameOf = (key: string): string => {
    if (!JSON.stringify(key).includes('\\')) return key;
    const name = namesByKey.get(key) ?? `${mark}${namesByKey.size}`;
    namesByKey.set(key, name);
    return name;
  };
  let written = '';
  let done = 0;
  for (const [index, { start, end }] of spans.entries()) {
    written += `${text.slice(done, start)}"${nameOf(keys[index] ?? '')}"`;
    done = end;
  }
  const keysByName = new Map([...namesByKey].map(([key, name]) => [name, key]));
  return {
    text: written + text.slice(done),
    restore: (value) => (keysByName.size === 0 ? value : rename(value, keysByName)),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = /[ \t\r\n]*:/y;

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

/** Behind the quote that closes the string with a backslash at `from`. */
function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Of a character that means nothing, as many as nobody used. */
function unusedIn(texts: readonly string[]): string {
  let mark = '\u{e000}';
  while (texts.some((text) => text.includes(mark))) mark += '\u{e000}';
  return mark;
}

/** Gives keys their own names again, wherever they are. No recursion: what was sent may be nested more deeply than the stack is. */
function rename(value: unknown, keysByName: ReadonlyMap<string, string>): unknown {
  const root = { value };
  const open: Holder[] = [{ members: root, key: 'value' }];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const { members, key } = holder;
    let member = members[key];
    if (isJsonObject(member) && Object.keys(member).some((name) => keysByName.has(name))) {
      // Every key stays in its place; `__proto__` is one like any other here.
      member = Object.fromEntries(Object.entries(member).map(([name, of]) => [keysByName.get(name) ?? name, of]));
      members[key] = member;
    }
    if (!Array.isArray(member) && !isJsonObject(member)) continue;
    const inner = member as Record<string, unknown>;
    for (const name of Object.keys(inner))
      if (typeof inner[name] === 'object') open.push({ members: inner, key: name });
  }
  return root.value;
}

interface Holder {
  readonly members: Record<string, unknown>;
  readonly key: string;
}
