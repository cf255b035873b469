/**
 * Lays out the exact JSON text of what a call sends. `JSON.parse` would change numbers such as 12345678901234567890, so
 * the text must be shown unparsed. Has no dependencies, because the page uses it too.
 */

/** One row of JSON text for display. The pieces of all rows together are the text without its whitespace. */
export interface JsonRow {
  /** The number of enclosing objects and arrays. */
  readonly depth: number;
  /** Whether it continues the string of the previous row. */
  readonly isContinued: boolean;
  readonly pieces: readonly JsonPiece[];
}

/** A part of the text, from `start` up to but excluding `end`. */
export interface JsonPiece {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'punctuation';
  readonly start: number;
  readonly end: number;
}

/** Longer rows slow browsers and terminals down; a longer string continues in the next row. */
const LONGEST_PIECE = 2_000;

/**
 * Lays out JSON text in rows, one per member. A string continues in a new row after each `\n`. Accepts text that was
 * cut anywhere. Rows are generated lazily, so that a long text can be shown in steps.
 *
 * @example
 * [...layoutJson('{"id":1}')].map((row) => rowText('{"id":1}', row)) // ['{', '  "id": 1', '}']
 */
export function* layoutJson(text: string): Generator<JsonRow, void, undefined> {
  const containers: string[] = [];
  const slashFrom = createSlashFinder(text);
  let pieces: JsonPiece[] = [];
  let isContinued = false;
  let isNameNext = false;
  const finishRow = (): JsonRow => {
    const row = { depth: containers.length, isContinued, pieces };
    pieces = [];
    isContinued = false;
    return row;
  };
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const start = at;
    const character = text.charAt(start);
    if (character === '"') {
      at = endOfString(text, start);
      const kind = isNameNext ? 'name' : 'string';
      isNameNext = false;
      for (const piece of chunksOf(text, start, at, slashFrom)) {
        if (piece.start > start) {
          yield finishRow();
          isContinued = true;
        }
        pieces.push({ kind, ...piece });
      }
    } else if (!PUNCTUATION.has(character)) {
      at = endOfWord(text, start);
      pieces.push({ kind: /[-\d]/.test(character) ? 'number' : 'word', start, end: at });
    } else if (character === '{' || character === '[') {
      const next = skipSpace(text, start + 1);
      const isEmpty = text.charAt(next) === CLOSERS[character];
      at = isEmpty ? next + 1 : start + 1;
      pieces.push({ kind: 'punctuation', start, end: at });
      if (isEmpty) continue;
      yield finishRow();
      containers.push(character);
      isNameNext = character === '{';
    } else {
      at = start + 1;
      if (character === '}' || character === ']') {
        if (pieces.length > 0) yield finishRow();
        containers.pop();
      }
      pieces.push({ kind: 'punctuation', start, end: at });
      if (character !== ',') continue;
      yield finishRow();
      isNameNext = containers.at(-1) === '{';
    }
  }
  if (pieces.length > 0) yield finishRow();
}

/** Rows nested deeper than this are not indented further: there may be thousands of levels. */
export const DEEPEST_INDENT = 24;

/**
 * A row as visible, indented text. It is still JSON: hidden characters are written as escapes.
 *
 * @example
 * rowText('{"a":"x\u202ey"}', row) // '  "a": "x\\u202ey"'
 */
export function rowText(text: string, { depth, isContinued, pieces }: JsonRow): string {
  const indent = '  '.repeat(Math.min(depth, DEEPEST_INDENT) + (isContinued ? 1 : 0));
  return indent + pieces.map((piece) => pieceText(text, piece)).join('');
}

/** A piece for display, with a space after a colon. */
export function pieceText(text: string, { kind, start, end }: JsonPiece): string {
  if (kind === 'punctuation') return text.charAt(start) === ':' ? ': ' : text.slice(start, end).replaceAll(SPACE, '');
  return escapeHidden(text.slice(start, end));
}

/**
 * Hidden characters: control and format characters (including direction marks and tags), line separators, lone
 * surrogates, variation selectors, blank fillers and unusual spaces.
 */
export const HIDDEN: RegExp =
  /(?![ \u3000])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}])/gu;

/** Escapes hidden characters in JSON, without changing its meaning. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (hidden) => {
    let escaped = '';
    for (let at = 0; at < hidden.length; at++) escaped += `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`;
    return escaped;
  });
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const PUNCTUATION: ReadonlySet<string> = new Set('{}[],:');
const SPACE = /[ \t\r\n]+/g;
const SPACES: ReadonlySet<string> = new Set(' \t\r\n');

function skipSpace(text: string, from: number): number {
  let at = from;
  while (SPACES.has(text.charAt(at))) at++;
  return at;
}

/** The end of the string that begins at `start`: after its quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !PUNCTUATION.has(text.charAt(at)) && !SPACES.has(text.charAt(at))) at++;
  return at;
}

/**
 * Finds the next backslash. It caches the last position: most strings have none, and the rest of the text may be long.
 */
function createSlashFinder(text: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf('\\', from);
    if (found === -1) found = text.length;
    return found;
  };
}

/** Splits a string after line breaks and where it is too long for a row, but never inside an escape or a character. */
function* chunksOf(
  text: string,
  from: number,
  to: number,
  slashFrom: (from: number) => number,
): Generator<Pick<JsonPiece, 'start' | 'end'>, void, undefined> {
  let start = from;
  for (let at = from; at < to; ) {
    const limit = Math.min(to, start + LONGEST_PIECE);
    const slash = slashFrom(at);
    if (slash >= limit) {
      at = limit < to && isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
    } else {
      const escaped = text.charAt(slash + 1);
      at = Math.min(to, slash + (escaped === 'u' ? 6 : 2));
      // Don't start a row for the closing quote alone.
      const isLineEnd = escaped === 'n' && at < to - 1;
      if (!isLineEnd && at < limit) continue;
    }
    yield { start, end: at };
    start = at;
  }
  if (start < to) yield { start, end: to };
}

const isHighSurrogate = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
};
