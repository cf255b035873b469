/** The documents of a term with its weights, append-only. */
export interface Postings {
  readonly add: (slot: number, weight: number) => void;
  readonly count: () => number;
  /** Only the first `count()` entries are valid. */
  readonly slots: () => Int32Array;
  readonly weights: () => Float32Array;
}

const INITIAL_SIZE = 4;

export function createPostings(): Postings {
  let slots = new Int32Array(INITIAL_SIZE);
  let weights = new Float32Array(INITIAL_SIZE);
  let count = 0;
  return {
    add: (slot, weight) => {
      if (count === slots.length) {
        const [oldSlots, oldWeights] = [slots, weights];
        slots = new Int32Array(count * 2);
        weights = new Float32Array(count * 2);
        slots.set(oldSlots);
        weights.set(oldWeights);
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
