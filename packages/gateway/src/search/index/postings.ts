/** In which documents a term is, and how much of it. Grows; what was added stays. */
export interface Postings {
  readonly add: (slot: number, weight: number) => void;
  readonly count: () => number;
  /** Only the first `count()` of them count. */
  readonly slots: () => Int32Array;
  readonly weights: () => Float32Array;
}

const FIRST_SIZE = 4;

export function createPostings(): Postings {
  let slots = new Int32Array(FIRST_SIZE);
  let weights = new Float32Array(FIRST_SIZE);
  let count = 0;
  return {
    add: (slot, weight) => {
      if (count === slots.length) {
        const [before, heavy] = [slots, weights];
        slots = new Int32Array(count * 2);
        weights = new Float32Array(count * 2);
        slots.set(before);
        weights.set(heavy);
      }
      slots[count] = slot;
      weights[count] = weight;
      count += 1;
    },
    count: () => count,
    slots: () => slots,
    weights: () => weights,
  };
}
