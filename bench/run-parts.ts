import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

/** One part of a benchmark; `quick` runs its short form. */
type Part = (quick: boolean) => Promise<void>;

/**
 * Runs the parts of a server's benchmark, or the one of `--only`, and prints the load average of the machine. Calls
 * `closeAll` at the end, also after a failure.
 */
export async function runParts(
  args: readonly string[],
  parts: Readonly<Record<string, Part>>,
  closeAll: () => Promise<void>,
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const { quick, only } = values;
  if (only !== undefined && !(only in parts)) throw new Error(`--only knows ${Object.keys(parts).join(', ')}.`);
  const interrupt = (): void => {
    // Child processes exit with their pipes.
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure(quick);
    console.log(`  load of the machine at the end: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await closeAll();
  }
}
