/** A position in a text; lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Remark {
  readonly path: string;
  readonly message: string;
  /** The position in the text; absent if unknown. */
  readonly place?: Place;
}

/**
 * Converts the gateway's message about a config, moving the position out of its text.
 *
 * @example
 * toRemark({ path: 'listen.port', message: 'too big (line 3, column 13)' }) // { …, message: 'too big', place: { line: 3, column: 13 } }
 */
export function toRemark({ path, message }: { readonly path: string; readonly message: string }): Remark {
  const [found, line, column] = /\bline (\d+), column (\d+)\b/.exec(message) ?? [];
  if (found === undefined) return { path, message };
  const words = message.replace(` (${found})`, '').replace(new RegExp(`^${found}:\\s*`), '');
  return { path, message: words, place: { line: Number(line), column: Number(column) } };
}

/** The offset of a position in a text. A position outside of the text maps to the nearest one. */
export function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end === -1 ? text.length : end);
}

export const countLines = (text: string): number => text.split('\n').length;

/** The position of a key such as `record.retention`: the first match of its parts in this order. */
export function findKey(text: string, path: string): Place | undefined {
  let offset = -1;
  for (const key of path.split('.')) {
    const next = text.indexOf(JSON.stringify(key), offset + 1);
    if (next === -1) break;
    offset = next;
  }
  if (offset === -1) return undefined;
  const before = text.slice(0, offset);
  return { line: countLines(before), column: offset - before.lastIndexOf('\n') };
}
