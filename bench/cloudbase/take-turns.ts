/** Variants alternate in short slices, so that other load on the machine affects all of them equally. */
export const SLICE = 25;
const WARM_UP_SLICES = 4;

/** The durations of all runs by variant, in milliseconds. The first slices are a warm-up and are not counted. */
export async function takeTurns<Name extends string>(
  ways: Readonly<Record<Name, () => Promise<void>>>,
  slices: number,
): Promise<Readonly<Record<Name, number[]>>> {
  const entries = Object.entries(ways) as [Name, () => Promise<void>][];
  // The object has the same keys.
  const times = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, number[]>;
  for (let slice = -WARM_UP_SLICES; slice < slices; slice++) {
    for (const [name, run] of entries) {
      for (let count = 0; count < SLICE; count++) {
        const start = performance.now();
        await run();
        if (slice >= 0) times[name].push(performance.now() - start);
      }
    }
  }
  return times;
}
