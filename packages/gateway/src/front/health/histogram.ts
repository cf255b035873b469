import type { Sample } from './exposition.ts';

/** Counts values by size. Recording one costs a few comparisons and no memory. */
export interface Histogram {
  readonly record: (value: number) => void;
  readonly samples: (labels: Readonly<Record<string, string>>) => readonly Sample[];
}

/** `bounds` are the upper ends of the buckets, rising; what is larger than all goes into one more. */
export function createHistogram(bounds: readonly number[]): Histogram {
  // Doubles count exactly to 2^53, where 32 bits would be full after a busy month.
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    record: (value) => {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    samples: (labels) => {
      let total = 0;
      const buckets = Array.from(counts, (count, index): Sample => {
        total += count;
        const le = index < bounds.length ? String(bounds[index]) : '+Inf';
        return { suffix: '_bucket', labels: { ...labels, le }, value: total };
      });
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
    },
  };
}
