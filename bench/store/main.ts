import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from '../gateway/processes.ts';
import { measureQueries } from './queries.ts';
import { measureRecording } from './recording.ts';

/**
 * `store [--quick] [--only queries|recording|bursts|loads]`: measures queries on a million recorded calls, and the cost
 * of recording for callers.
 */
export async function storeBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-store-'));
  const interrupt = (): void => {
    void endAll().then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const { quick, only = 'all' } = values;
    if (only !== 'queries')
      await measureRecording(quick, folder, only === 'bursts' || only === 'loads' ? only : undefined);
    if (only === 'all' || only === 'queries') await measureQueries(quick, folder);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
