import { randomBytes } from 'node:crypto';

/**
 * The key of a call encodes its start: milliseconds since 1970 times 2048, plus a number within the millisecond. One
 * key thus sorts calls, pages through them and selects a time range in any index; it fits into a double until 2109. The
 * public id is a UUID version 7 with the same number, so it needs no index of its own.
 */
const PER_MS = 2048;
const SLOTS = 8;
const PER_SLOT = PER_MS / SLOTS;

export interface CallKey {
  readonly seq: number;
  readonly id: string;
}

/**
 * Generates increasing keys, whatever the clock does. Gateways that share a store have different slots.
 *
 * @example
 * const next = createSequence(() => 0);
 * next(Date.now()) // { seq: 3721640239104000, id: '019a…' }
 */
export function createSequence(slot: () => number): (now: number) => CallKey {
  let ms = 0;
  let count = 0;
  return (now) => {
    if (now > ms) {
      ms = now;
      count = 0;
    } else if (++count === PER_SLOT) {
      ms += 1;
      count = 0;
    }
    const seq = ms * PER_MS + (slot() % SLOTS) * PER_SLOT + count;
    return { seq, id: idOf(seq) };
  };
}

/** The smallest key of a call that started at this time. */
export const seqAt = (ms: number): number => Math.ceil(ms) * PER_MS;

export const timeOfSeq = (seq: number): number => Math.floor(seq / PER_MS);

/** The key in an id; `undefined` for a foreign id. */
export function seqOf(id: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  if (match === null) return undefined;
  const [, high = '', low = '', within = ''] = match;
  const seq = Number.parseInt(high + low, 16) * PER_MS + Number.parseInt(within, 16);
  return Number.isSafeInteger(seq) && Number.parseInt(within, 16) < PER_MS ? seq : undefined;
}

/** Draws random bytes in blocks: one call each would dominate the cost. */
const POOL_BYTES = 4_096;
/** Only two bits of the UUID's variant digit are random. */
const VARIANTS = ['8', '9', 'a', 'b'];
let pool = '';
let used = 0;

/** The common prefix of this millisecond's ids. */
let newest = { ms: -1, time: '' };

function idOf(seq: number): string {
  const ms = timeOfSeq(seq);
  if (ms !== newest.ms) {
    const time = ms.toString(16).padStart(12, '0');
    newest = { ms, time: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  const within = (seq - ms * PER_MS + 0x1000).toString(16).slice(1);
  if (used + 16 > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    used = 0;
  }
  const at = used;
  used += 16;
  const variant = VARIANTS[pool.charCodeAt(at) & 0x3];
  return `${newest.time}${within}-${variant}${pool.slice(at + 1, at + 4)}-${pool.slice(at + 4, used)}`;
}
