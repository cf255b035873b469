/**
 * Reading the exact JSON text of what a call sends. A number such as 12345678901234567890 is lost by `JSON.parse`, so nobody who
 * shows such a text may parse it: it is laid out as the text that it is. Without dependencies, for the page as well.
 */

/** One row of a JSON text as it is shown. All of its pieces together, row after row, are that text without its white space. */
export interface JsonRow {
  /** How many objects and arrays are around it. */
  readonly depth: number;
  /** Goes on with the string of the row before. */
  readonly isContinued: boolean;
  readonly pieces: readonly JsonPiece[];
}

/** A stretch of the text, from `start` to before `end`. */
export interface JsonPiece {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'punctuation';
  readonly start: number;
  readonly end: number;
}

/** A browser and a terminal get slow with longer rows; a longer string goes on in the next one. */
const LONGEST_PIECE = 2_000;

/**
 * Lays out a JSON text in rows, a member each. A string goes on in a new row after each `\n` in it. Takes a text that was cut
 * anywhere. Rows are made as they are asked for, so that a long text can be shown bit by bit.
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

/** Deeper than this, rows are not indented any further: nobody sees the difference, and there may be thousands of levels. */
export const DEEPEST_INDENT = 24;

/**
 * A row in plain characters, indented, with nothing hidden in it. Still JSON: what hides is written as the escape that means it.
 *
 * @example
 * rowText('{"a":"x\u202ey"}', row) // '  "a": "x\\u202ey"'
 */
export function rowText(text: string, { depth, isContinued, pieces }: JsonRow): string {
  const indent = '  '.repeat(Math.min(depth, DEEPEST_INDENT) + (isContinued ? 1 : 0));
  return indent + pieces.map((piece) => pieceText(text, piece)).join('');
}

/** A piece as it is shown: a colon has a space behind it. */
export function pieceText(text: string, { kind, start, end }: JsonPiece): string {
  if (kind === 'punctuation') return text.charAt(start) === ':' ? ': ' : text.slice(start, end).replaceAll(SPACE, '');
  return escapeHidden(text.slice(start, end));
}

/**
 * Control and format characters (among them marks that turn the direction around, and tags), separators of lines, half
 * characters, variation selectors, fillers that draw nothing, and spaces that are none of the usual ones.
 */
export const HIDDEN: RegExp =
  /(?![ \u3000])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}])/gu;

/** JSON in which every character can be seen: hidden ones are escaped, which means the same to whoever reads it as JSON. */
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

/** Where the string ends that begins at `start`: behind its quote, or with the text. */
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

/** Finds the next backslash. It remembers the last one found: most strings have none, and the text behind them may be long. */
function createSlashFinder(text: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf('\\', from);
    if (found === -1) found = text.length;
    return found;
  };
}

/** Divides a string after its line ends, and where it is too long for a row; never inside of an escape or a character. */
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
      // A row for nothing but the closing quote tells nobody anything.
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
