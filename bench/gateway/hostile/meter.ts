import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { within } from '../deadline.ts';

/** Reads the longest uninterrupted CPU time of a process's main thread since the last read; see meter.mjs. */
export type Meter = () => Promise<number>;

export const METER_FLAGS: readonly string[] = ['--import', fileURLToPath(new URL('meter.mjs', import.meta.url))];

const POLL_MS = 5;
const DEADLINE_MS = 60_000;

/** `file` is the process's METER_FILE. */
export async function createMeter(pid: number, file: string): Promise<Meter> {
  await writeFile(file, '');
  let known = 0;
  const read = async (): Promise<number> => {
    for (;;) {
      const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
      const latest = lines.length > known ? lines.at(-1) : undefined;
      if (latest !== undefined) {
        known = lines.length;
        return Number(latest);
      }
      await sleep(POLL_MS);
    }
  };
  return () => {
    process.kill(pid, 'SIGUSR2');
    return within(DEADLINE_MS, 'the meter', read());
  };
}
