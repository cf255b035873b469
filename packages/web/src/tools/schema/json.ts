export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than any hand-written value, and far below the browser's stack limit. */
const MAX_DEPTH = 200;

/**
 * Formats a value as JSON lines with sorted keys, so that a diff shows only real changes.
 *
 * @example
 * prettyJson({ b: 1, a: 2 }) // '{\n  "a": 2,\n  "b": 1\n}'
 */
export function prettyJson(value: unknown): string {
  return JSON.stringify(sorted(value, MAX_DEPTH), undefined, 2) ?? 'undefined';
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((one) => sorted(one, depth - 1));
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Not an object literal, because a key could be __proto__.
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one, depth - 1)]));
}

/** A value on one line, cut if it is long. */
export function shortJson(value: unknown, most = 120): string {
  const text =
    typeof value === 'object' && value !== null
      ? prettyJson(value).replaceAll(/\s*\n\s*/g, ' ')
      : JSON.stringify(value);
  return text === undefined ? 'undefined' : text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
