/** The newest bytes of a stream, and the total count. */
export interface RingBuffer {
  readonly append: (data: Uint8Array) => void;
  /** The last bytes as text that starts and ends with whole characters. */
  readonly tail: (mostBytes: number) => Excerpt;
  /** The oldest bytes. An incomplete character at the end is kept for the next call. */
  readonly head: (mostBytes: number) => Excerpt;
  /** Drops the oldest bytes. */
  readonly drop: (bytes: number) => void;
  /** The number of bytes ever written. */
  readonly total: () => number;
  readonly kept: () => number;
  /** The number of bytes dropped for lack of space. */
  readonly dropped: () => number;
}

export interface Excerpt {
  readonly text: string;
  readonly bytes: number;
}

const FIRST_ROOM = 16_384;

export function createRingBuffer(capacity: number): RingBuffer {
  // One circular block of memory, because a program may write single bytes.
  let room = Buffer.allocUnsafe(Math.min(FIRST_ROOM, capacity));
  let start = 0;
  let kept = 0;
  let total = 0;
  let dropped = 0;

  const drop = (bytes: number): void => {
    const count = Math.min(bytes, kept);
    start = (start + count) % room.length;
    kept -= count;
  };
  /** A contiguous copy. */
  const copy = (from: number, to: number): Buffer => {
    const [first, last] = [(start + from) % room.length, (start + to) % room.length];
    if (from === to) return Buffer.alloc(0);
    if (first < last) return Buffer.from(room.subarray(first, last));
    return Buffer.concat([room.subarray(first), room.subarray(0, last)]);
  };
  /** Drops the rest of a character whose start was overwritten. */
  const dropHalf = (): void => {
    const rest = wholeStart(copy(0, Math.min(kept, 4)));
    dropped += rest;
    drop(rest);
  };
  const makeRoom = (bytes: number): void => {
    if (bytes <= room.length) return;
    const larger = Buffer.allocUnsafe(Math.min(capacity, Math.max(bytes, 2 * room.length)));
    copy(0, kept).copy(larger);
    room = larger;
    start = 0;
  };

  return {
    append: (data) => {
      total += data.length;
      const newest = data.subarray(Math.max(0, data.length - capacity));
      const tooMany = Math.max(0, kept + data.length - capacity);
      dropped += tooMany;
      drop(tooMany);
      makeRoom(kept + newest.length);
      const end = (start + kept) % room.length;
      const fits = Math.min(newest.length, room.length - end);
      room.set(newest.subarray(0, fits), end);
      room.set(newest.subarray(fits), 0);
      kept += newest.length;
      if (tooMany > 0) dropHalf();
    },
    tail: (mostBytes) => {
      const part = copy(Math.max(0, kept - mostBytes), kept);
      return toExcerpt(part.subarray(kept > mostBytes ? wholeStart(part) : 0));
    },
    head: (mostBytes) => {
      const part = copy(0, Math.min(kept, mostBytes));
      return toExcerpt(part.subarray(0, wholeEnd(part)));
    },
    drop,
    total: () => total,
    kept: () => kept,
    dropped: () => dropped,
  };
}

function toExcerpt(part: Buffer): Excerpt {
  return { text: part.toString('utf8'), bytes: part.length };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The start of the first whole UTF-8 character. Searches only a few bytes, in case it is not UTF-8. */
function wholeStart(bytes: Buffer): number {
  for (let at = 0; at < 4; at += 1) if (!isContinuation(bytes[at])) return at;
  return 0;
}

/** The end of the last whole character; the end of all bytes if nothing else would be left. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back];
    if (!isContinuation(byte)) return lengthOf(byte ?? 0) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The length of a character with this first byte. */
function lengthOf(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
