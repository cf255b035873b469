/** Bytes that arrive in pieces, joined. */
export interface ByteCollector {
  readonly push: (chunk: Buffer) => void;
  readonly length: () => number;
  /** All of them; it is empty then. */
  readonly take: () => Buffer;
}

/**
 * A piece may be a single byte, and there may be millions: a buffer for each of them would take a hundred times the memory. So they
 * are copied into one that doubles when it is full. What arrives in one piece, as nearly everything does, is not copied.
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
