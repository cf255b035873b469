import { readFileSync } from 'node:fs';
import { hasCode } from '@toolmark/annotations';

/** What can be known of other processes on this machine. */
export interface Processes {
  readonly isAlive: (pid: number) => boolean;
  /** When it began, in milliseconds since 1970; `undefined` where that cannot be known. */
  readonly startedAt: (pid: number) => number | undefined;
}

/** In which unit `/proc` counts; the same on every Linux, whatever its kernel counts in. */
const TICKS_PER_SECOND = 100;
/** Where the start is among what follows the name of the program. */
const START_FIELD = 19;

export const processes: Processes = {
  isAlive: (pid) => {
    if (!Number.isSafeInteger(pid) || pid <= 0) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // Not ours to signal, but there.
      return hasCode(error, 'EPERM');
    }
  },
  startedAt: (pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name is in brackets and may have any character in it, brackets and spaces too.
      const ticks = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[START_FIELD]);
      const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]);
      const started = boot * 1_000 + (ticks * 1_000) / TICKS_PER_SECOND;
      return Number.isFinite(started) ? started : undefined;
    } catch {
      return undefined;
    }
  },
};
