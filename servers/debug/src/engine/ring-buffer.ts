/** The newest bytes of a stream, and how many there have been. */
export interface RingBuffer {
  readonly append: (data: Uint8Array) => void;
  /** The last bytes that are kept, as text that begins and ends with whole characters. */
  readonly tail: (mostBytes: number) => Excerpt;
  /** The oldest bytes that are kept. A character of which only the beginning is there is left for the next time. */
  readonly head: (mostBytes: number) => Excerpt;
  /** Forgets the oldest bytes. */
  readonly drop: (bytes: number) => void;
  /** All that was ever written. */
  readonly total: () => number;
  readonly kept: () => number;
  /** What had to go because there was no room. */
  readonly dropped: () => number;
}

export interface Excerpt {
  readonly text: string;
  readonly bytes: number;
}

const FIRST_ROOM = 16_384;

export function createRingBuffer(capacity: number): RingBuffer {
  // One piece of memory that is written round and round: a program may write its bytes one by one.
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
  /** A copy, in one piece. */
  const copy = (from: number, to: number): Buffer => {
    const [first, last] = [(start + from) % room.length, (start + to) % room.length];
    if (from === to) return Buffer.alloc(0);
    if (first < last) return Buffer.from(room.subarray(first, last));
    return Buffer.concat([room.subarray(first), room.subarray(0, last)]);
  };
  /** What is left of a character whose beginning had to go. */
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

/** Where the first whole character of UTF-8 begins. What is no UTF-8 is not searched for long. */
function wholeStart(bytes: Buffer): number {
  for (let at = 0; at < 4; at += 1) if (!isContinuation(bytes[at])) return at;
  return 0;
}

/** Where the last whole character ends; all of it where nothing else would be left. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back];
    if (!isContinuation(byte)) return lengthOf(byte ?? 0) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Of a character that begins with this byte. */
function lengthOf(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
