/** Ways take turns in slices, so that whatever else the machine does falls on all alike. */
export const SLICE = 25;
const WARM_UP_SLICES = 4;

/** How long each run of each way took, in milliseconds. The first slices warm up, and do not count. */
export async function takeTurns<Name extends string>(
  ways: Readonly<Record<Name, () => Promise<void>>>,
  slices: number,
): Promise<Readonly<Record<Name, number[]>>> {
  const entries = Object.entries(ways) as [Name, () => Promise<void>][];
  // An object made of the same names.
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
