import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closeServers } from './connection.ts';
import { measureManyNotes } from './many-notes.ts';
import { measureOverhead } from './overhead.ts';
import { measureSemantic } from './semantic.ts';

/**
 * `nextcloud [--quick] [--only overhead|notes|semantic]`: compares a call through toolmark-nextcloud with the same raw
 * request to the same emulator, lists and searches 10,000 notes, and measures the index of semantic search.
 */
export async function nextcloudBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const { quick, only } = values;
  const parts = { overhead: measureOverhead, notes: measureManyNotes, semantic: measureSemantic };
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
    await closeServers();
  }
}
