export interface Timing {
  readonly median: number;
  readonly best: number;
}

/** Runs a function a few times after a warm-up, and returns milliseconds. */
export async function time(runs: number, work: () => unknown): Promise<Timing> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? Number.NaN, best: times[0] ?? Number.NaN };
}

/** Prints one line: the name, the duration, and the ratio to the baseline of the same run. */
export function print(what: string, { median, best }: Timing, baseline?: Timing): void {
  const ratio = baseline === undefined ? '' : `  ${(median / baseline.median).toFixed(2)} × the baseline`;
  console.log(`  ${what.padEnd(52)} ${median.toFixed(0).padStart(6)} ms  (best ${best.toFixed(0)})${ratio}`);
}
