import { createByteCollector } from '@toolmark/base';

/** A line of input without its newline. Of a line that is too long, only both ends are kept. */
export type InputLine =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'long'; readonly length: number; readonly head: Buffer; readonly tail: Buffer };

export interface LineSplitter {
  /** The lines that end in this chunk. */
  readonly split: (chunk: Buffer) => Generator<InputLine>;
}

const NEWLINE = 0x0a;

/** The part of each end of a too long line that is kept. */
const KEPT_BYTES = 1_024;

/** Splits bytes into lines of at most `maxBytes` each. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  const collected = createByteCollector();
  let long: { length: number; readonly head: Buffer; tail: Buffer } | undefined;

  const take = (piece: Buffer): void => {
    if (long === undefined && collected.length() + piece.length <= maxBytes) {
      if (piece.length > 0) collected.push(piece);
      return;
    }
    if (long === undefined) {
      const all = Buffer.concat([collected.take(), piece]);
      // Copies, so that the slices do not keep the whole line in memory.
      const head = Buffer.from(all.subarray(0, KEPT_BYTES));
      long = { length: all.length, head, tail: Buffer.from(all.subarray(-KEPT_BYTES)) };
      return;
    }
    long.length += piece.length;
    long.tail = Buffer.from(Buffer.concat([long.tail, piece]).subarray(-KEPT_BYTES));
  };
  const end = (): InputLine => {
    if (long === undefined) return { kind: 'whole', bytes: collected.take() };
    const line = { kind: 'long', ...long } as const;
    long = undefined;
    return line;
  };
  return {
    *split(chunk) {
      let rest = chunk;
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        take(rest.subarray(0, at));
        yield end();
        rest = rest.subarray(at + 1);
      }
      take(rest);
    },
  };
}
