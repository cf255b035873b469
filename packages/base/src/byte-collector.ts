/** Joins the chunks of a byte stream. */
export interface ByteCollector {
  readonly push: (chunk: Buffer) => void;
  readonly length: () => number;
  /** Returns all bytes and empties the collector. */
  readonly take: () => Buffer;
}

/**
 * A chunk may be a single byte, and there may be millions of them: one buffer each would take a hundred times the
 * memory. So chunks are copied into one buffer that doubles when it is full. A value that arrives in one chunk, the
 * usual case, is not copied.
 */
export function createByteCollector(): ByteCollector {
  let bytes: Buffer = EMPTY;
  let length = 0;
  let isOwn = false;
  return {
    push: (chunk) => {
      if (length === 0) {
        bytes = chunk;
        isOwn = false;
      } else {
        if (!isOwn || length + chunk.length > bytes.length) {
          const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + chunk.length));
          bytes.copy(larger, 0, 0, length);
          bytes = larger;
          isOwn = true;
        }
        chunk.copy(bytes, length);
      }
      length += chunk.length;
    },
    length: () => length,
    take: () => {
      const all = bytes.subarray(0, length);
      bytes = EMPTY;
      length = 0;
      return all;
    },
  };
}

const EMPTY: Buffer = Buffer.alloc(0);
