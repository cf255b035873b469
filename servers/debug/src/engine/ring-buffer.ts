/** The newest bytes of a stream, and how many there have been. */
export interface RingBuffer {
  readonly append: (data: Buffer) => void;
  /** The last bytes that are kept, as text that begins and ends with whole characters. */
  readonly tail: (mostBytes: number) => Excerpt;
  /** The oldest bytes that are kept; they are gone from here afterwards. */
  readonly take: (mostBytes: number) => Excerpt;
  /** All that was ever written. */
  readonly total: () => number;
  readonly kept: () => number;
  /** What had to go because there was no room. */
  readonly dropped: () => number;
}

interface Excerpt {
  readonly text: string;
  readonly bytes: number;
}

export function createRingBuffer(capacity: number): RingBuffer {
  let chunks: Buffer[] = [];
  let kept = 0;
  let total = 0;
  let dropped = 0;

  const removeOldest = (count: number): void => {
    let left = count;
    while (left > 0) {
      const [first] = chunks;
      if (first === undefined) return;
      if (first.length > left) {
        chunks[0] = first.subarray(left);
        kept -= left;
        return;
      }
      chunks.shift();
      kept -= first.length;
      left -= first.length;
    }
  };
  /** In one piece, so that a character is not cut where two chunks meet. */
  const joined = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    chunks = all.length === 0 ? [] : [all];
    return all;
  };

  return {
    append: (data) => {
      if (data.length === 0) return;
      total += data.length;
      chunks.push(Buffer.from(data));
      kept += data.length;
      if (kept <= capacity) return;
      dropped += kept - capacity;
      removeOldest(kept - capacity);
    },
    tail: (mostBytes) => {
      const all = joined();
      const start = wholeStart(all, Math.max(0, all.length - mostBytes));
      const part = all.subarray(start);
      return { text: part.toString('utf8'), bytes: part.length };
    },
    take: (mostBytes) => {
      const all = joined();
      const part = all.subarray(0, all.length <= mostBytes ? all.length : wholeEnd(all, mostBytes));
      const excerpt = { text: part.toString('utf8'), bytes: part.length };
      removeOldest(part.length);
      return excerpt;
    },
    total: () => total,
    kept: () => kept,
    dropped: () => dropped,
  };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The first place from here on where a character of UTF-8 begins. What is no UTF-8 is not searched for long. */
function wholeStart(bytes: Buffer, from: number): number {
  for (let at = from; at < from + 4; at += 1) if (!isContinuation(bytes[at])) return at;
  return from;
}

/** The last place up to here where one begins. */
function wholeEnd(bytes: Buffer, to: number): number {
  for (let at = to; at > to - 4 && at > 0; at -= 1) if (!isContinuation(bytes[at])) return at;
  return to;
}
