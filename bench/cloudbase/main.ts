import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closeAll } from './connection.ts';
import { measureBesideOriginal, measureOverhead } from './overhead.ts';
import { measureStart } from './start.ts';

/**
 * `cloudbase [--quick] [--only overhead|original|start]`: compares a call through toolmark-cloudbase with the same
 * signed request sent directly to the same emulator, and the start, the calls and the tool list with those of
 * `@cloudbase/cloudbase-mcp`.
 */
export async function cloudbaseBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const { quick, only } = values;
  const parts = { overhead: measureOverhead, original: measureBesideOriginal, start: measureStart };
  if (only !== undefined && !(only in parts)) throw new Error(`--only knows ${Object.keys(parts).join(', ')}.`);
  const interrupt = (): void => {
    // Its children end with their pipes.
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
