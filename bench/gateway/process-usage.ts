import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time of one process so far in microseconds: all its threads, none of its children. Reads the scheduler's
 * statistics, which have nanoseconds, while `/proc/<pid>/stat` counts hundredths of a second. `undefined` without
 * /proc.
 */
export function processorTime(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) => {
      const [onProcessor = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return Number(onProcessor);
    });
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000;
  } catch {
    return undefined;
  }
}

/** The resident memory of one process in MiB, without its children. */
export function residentMemory(pid: number): number | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Number(kib) / 1_024;
  } catch {
    return undefined;
  }
}
