import { type DiffLine, diffLines } from '../tools/diff/line-diff.ts';

/** A part of the arguments that people read more easily than its JSON: an edit as a difference, or a text with its lines. */
export type ReadablePart =
  | { readonly kind: 'edit'; readonly label: string; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'text'; readonly label: string; readonly text: string };

/** The names that tools give to a text and its replacement. */
const PAIRS = [
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['oldString', 'newString'],
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['search', 'replace'],
  ['before', 'after'],
] as const;

/** More parts are only in the exact text. */
const MAX_PARTS = 20;
const MAX_DEPTH = 6;
/** Finding the lines of longer texts would keep the page busy. */
const MAX_LENGTH = 200_000;

/**
 * The edits and longer texts in the arguments of a call.
 *
 * @example
 * readableParts({ edits: [{ oldText: 'a\nb', newText: 'a\nc' }] })[0] // { kind: 'edit', label: 'edits[0]', lines: […] }
 */
export function readableParts(value: unknown): readonly ReadablePart[] {
  return [...partsOf(value, '', 0)].slice(0, MAX_PARTS);
}

/** Reads the arguments from the JSON of `params`; nothing if it was cut, or is too long to be read at once. */
export function readableOf(text: string | null): readonly ReadablePart[] {
  if (text === null || text.length > MAX_LENGTH) return [];
  try {
    const params: unknown = JSON.parse(text);
    return isObject(params) ? readableParts(params['arguments']) : [];
  } catch {
    return [];
  }
}

function* partsOf(value: unknown, label: string, depth: number): Generator<ReadablePart, void, undefined> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    if (value.trimEnd().includes('\n')) yield { kind: 'text', label, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* partsOf(one, `${label}[${index}]`, depth + 1);
  } else if (isObject(value)) {
    const pair = PAIRS.find((names) => names.every((name) => typeof value[name] === 'string'));
    if (pair !== undefined)
      yield { kind: 'edit', label, lines: diffLines(linesOf(value[pair[0]]), linesOf(value[pair[1]])) };
    for (const [name, one] of Object.entries(value))
      if (pair === undefined || !pair.some((other) => other === name))
        yield* partsOf(one, label === '' ? name : `${label}.${name}`, depth + 1);
  }
}

const linesOf = (text: unknown): readonly string[] => (text === '' ? [] : String(text).split('\n'));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
