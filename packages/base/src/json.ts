import { unescapeKeys } from './escaped-keys.ts';
import { endOfString, MARK, rewriteJson } from './rewritten-json.ts';

/**
 * JSON whose numbers are written as they came. A double holds neither 12345678901234567890 nor 1e400; such a number is read
 * as what `JSON.rawJSON` makes of its text, and `JSON.stringify` writes that text again. Every other number is a number. Keys are
 * what they are, whatever V8 takes them for (see escaped-keys.ts).
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
 * Numbers that a double does not hold, as strings behind the mark; `undefined` where there are none. A reviver could read them too,
 * but takes four microseconds for every value of the text.
 */
function markNumbers(text: string): string | undefined {
  let written = '';
  let done = 0;
  /** No string is open here. */
  let outside = 0;
  let quote = text.indexOf('"');
  for (let found = findLossy(text, 0); found !== undefined; found = findLossy(text, Math.max(found.end, outside))) {
    while (quote !== -1 && quote < found.start) {
      outside = endOfString(text, quote + 1);
      quote = text.indexOf('"', outside);
    }
    // It is part of a string.
    if (outside > found.start) continue;
    written += `${text.slice(done, found.start)}"${MARK}${text.slice(found.start, found.end)}"`;
    done = found.end;
  }
  return done === 0 ? undefined : written + text.slice(done);
}

/** What stands for a marked string. */
const toValue = (source: string): unknown => exact.rawJSON(source);

/** The nearest number to one that no double holds; everything else as it is. */
export function toNumber(value: unknown): unknown {
  return exact.isRawJSON(value) ? Number(value.rawJSON) : value;
}

/** Whether a text has numbers that a double does not hold. Once too often where a string looks like having one. */
export function losesNumbers(text: string): boolean {
  return findLossy(text, 0) !== undefined;
}

/** The next number that a double does not hold, or the part of a string that looks like one. */
function findLossy(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  SUSPECT.lastIndex = from;
  for (let found = SUSPECT.exec(text); found !== null; found = SUSPECT.exec(text)) {
    let start = found.index;
    while (NUMERIC.has(text[start - 1])) start--;
    REST.lastIndex = SUSPECT.lastIndex;
    REST.test(text);
    const end = REST.lastIndex;
    SUSPECT.lastIndex = end;
    if (BEFORE.has(text[start - 1]) && AFTER.has(text[end]) && !survives(text.slice(start, end))) return { start, end };
  }
  return undefined;
}

/**
 * A double holds fifteen digits with an exponent of two, whatever they are. What has more of either is looked at. Nearly every
 * text has none, so this has to be fast above all.
 */
const SUSPECT = /\d[\d.]{15}|\d[eE][+-]?\d{3}/g;
const NUMERIC: ReadonlySet<string | undefined> = new Set('0123456789.eE+-');
/** The rest of a number, which may have millions of digits. */
const REST = /[\d.eE+-]*/y;
const BEFORE: ReadonlySet<string | undefined> = new Set([undefined, ...':,[ \t\n\r']);
const AFTER: ReadonlySet<string | undefined> = new Set([undefined, ...',]} \t\n\r']);

/** Whether the number is the same after it was read and printed, if not written the same. */
function survives(source: string): boolean {
  // No double is printed with so many digits. Should it be one all the same, its text says the same.
  if (source.length > MOST_DIGITS) return false;
  const value = Number(source);
  const printed = String(value);
  if (printed === source) return true;
  return Number.isFinite(value) && toCanonical(printed) === toCanonical(source);
}

/** Of equal numbers the same text: the digits that count, and where the point is. */
function toCanonical(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(source) ?? [];
  const digits = `${whole}${fraction}`;
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  // No pattern for this: one that looks for zeros at the end tries each of them.
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** The smallest double has 751 digits, and nobody writes more zeros than that. */
const MOST_DIGITS = 1_000;

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number as its text. */
interface RawJson {
  readonly rawJSON: string;
}

/** Of ES2026, which the types do not know yet. */
const exact = JSON as unknown as {
  readonly rawJSON: (text: string) => RawJson;
  readonly isRawJSON: (value: unknown) => value is RawJson;
};
