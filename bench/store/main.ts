import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from '../gateway/processes.ts';
import { measureQueries } from './queries.ts';
import { measureRecording } from './recording.ts';

/** `store [--quick] [--only queries|recording]`: what a million recorded calls cost whoever looks, and recording whoever calls. */
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
    if (values.only !== 'queries') await measureRecording(values.quick, folder);
    if (values.only !== 'recording') await measureQueries(values.quick, folder);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
