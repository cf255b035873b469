import { unescapeKeys } from './escaped-keys.ts';
import { endOfString, MARK, rewriteJson } from './rewritten-json.ts';

/**
 * Parses JSON without loss of digits. A double holds neither 12345678901234567890 nor 1e400; such a number becomes a
 * `JSON.rawJSON` object, which `JSON.stringify` writes back digit by digit. Other numbers are plain numbers. Also works
 * around V8's bug with escaped keys (see escaped-keys.ts).
 *
 * @example
 * JSON.stringify(parseJson('[12345678901234567890, 1.0]')) // '[12345678901234567890,1]'
 * @throws SyntaxError if it is no JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const keys = text.includes('\\') ? unescapeKeys(text) : undefined;
  const numbers = markNumbers(keys?.text ?? text);
  if (keys === undefined && numbers === undefined) return value;
  return rewriteJson(JSON.parse(numbers ?? keys?.text ?? text), { namesByMark: keys?.namesByMark, toValue });
}

/**
 * Replaces numbers that do not fit into a double by marked strings; `undefined` if there are none. A reviver could read
 * them too, but takes four microseconds for every value of the text.
 */
function markNumbers(text: string): string | undefined {
  let written = '';
  let done = 0;
  /** An offset that is known to lie outside of all strings. */
  let outside = 0;
  let quote = text.indexOf('"');
  for (let found = findLossy(text, 0); found !== undefined; found = findLossy(text, Math.max(found.end, outside))) {
    while (quote !== -1 && quote < found.start) {
      outside = endOfString(text, quote + 1);
      quote = text.indexOf('"', outside);
    }
    // The match is part of a string.
    if (outside > found.start) continue;
    written += `${text.slice(done, found.start)}"${MARK}${text.slice(found.start, found.end)}"`;
    done = found.end;
  }
  return done === 0 ? undefined : written + text.slice(done);
}

/** Turns a marked string back into an exact number. */
const toValue = (source: string): unknown => exact.rawJSON(source);

/** The nearest double of an exact number; every other value unchanged. */
export function toNumber(value: unknown): unknown {
  return exact.isRawJSON(value) ? Number(value.rawJSON) : value;
}

/**
 * Whether a text may contain numbers that do not fit into a double. Digits within a string can cause a false positive.
 */
export function mayLoseDigits(text: string): boolean {
  return findLossy(text, 0) !== undefined;
}

/** Finds the next number that does not fit into a double, or a part of a string that looks like one. */
function findLossy(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  LONG_NUMBER.lastIndex = from;
  for (let found = LONG_NUMBER.exec(text); found !== null; found = LONG_NUMBER.exec(text)) {
    let start = found.index;
    while (NUMERIC.has(text[start - 1])) start--;
    NUMBER_REST.lastIndex = LONG_NUMBER.lastIndex;
    NUMBER_REST.test(text);
    const end = NUMBER_REST.lastIndex;
    LONG_NUMBER.lastIndex = end;
    if (BEFORE.has(text[start - 1]) && AFTER.has(text[end]) && !survivesDouble(text.slice(start, end)))
      return { start, end };
  }
  return undefined;
}

/**
 * A double always holds 15 digits with a two-digit exponent. Only longer candidates are checked further. Nearly every
 * text has none, so this first check must be fast.
 */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d{3}/g;
const NUMERIC: ReadonlySet<string | undefined> = new Set('0123456789.eE+-');
/** The rest of a number, which may have millions of digits. */
const NUMBER_REST = /[\d.eE+-]*/y;
const BEFORE: ReadonlySet<string | undefined> = new Set([undefined, ...':,[ \t\n\r']);
const AFTER: ReadonlySet<string | undefined> = new Set([undefined, ...',]} \t\n\r']);

/** Whether the number keeps its value when it is parsed and printed, even if it is spelled differently. */
function survivesDouble(source: string): boolean {
  // No double prints with so many digits, so the number counts as one that does not fit.
  if (source.length > MAX_DIGITS) return false;
  const value = Number(source);
  const printed = String(value);
  if (printed === source) return true;
  return Number.isFinite(value) && toCanonical(printed) === toCanonical(source);
}

/** Normalizes a number to its significant digits and its exponent, so that equal numbers give equal text. */
function toCanonical(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(source) ?? [];
  const digits = `${whole}${fraction}`;
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  // A loop, because a regular expression for trailing zeros takes quadratic time.
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** The exact value of the smallest double has 751 significant digits. */
const MAX_DIGITS = 1_000;

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number kept as its text. */
interface RawJson {
  readonly rawJSON: string;
}

/** ES2026; TypeScript's library types do not have it yet. */
const exact = JSON as unknown as {
  readonly rawJSON: (text: string) => RawJson;
  readonly isRawJSON: (value: unknown) => value is RawJson;
};

/**
 * Whether JSON text is nested deeper than `levels`. Works on the bytes, so that values that are too deep are never
 * built. For invalid JSON the answer is arbitrary; the parser reports the error.
 */
export function isNestedDeeper(json: Buffer, levels: number): boolean {
  if (json.length <= levels) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfBytes(json, at);
      if (at === -1) return false;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth > levels) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--;
    }
  }
  return false;
}

/** The offset behind the string that starts at `start`; −1 if the string does not end. */
function endOfBytes(json: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = json.indexOf(QUOTE, at + 1);
    if (at === -1) return -1;
    let backslashes = 0;
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
