/** A deterministic random generator. */
export interface SeededRandom {
  /** A number from 0 up to but not including 1. */
  readonly next: () => number;
  /** An integer from 0 up to but not including the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** Mulberry32: short, fast, and good enough to spread calls over tools. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
