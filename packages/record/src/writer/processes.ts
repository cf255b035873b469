import { readFileSync } from 'node:fs';
import { hasCode } from '@toolmark/annotations';

/** Information about other processes on this machine. */
export interface Processes {
  readonly isAlive: (pid: number) => boolean;
  /** Its start time in milliseconds since 1970; `undefined` if unknown. */
  readonly startedAt: (pid: number) => number | undefined;
}

/** The clock tick of `/proc`; the same on every Linux kernel. */
const TICKS_PER_SECOND = 100;
/** The index of the start time in the fields after the program's name. */
const START_FIELD = 19;

export const processes: Processes = {
  isAlive: (pid) => {
    if (!Number.isSafeInteger(pid) || pid <= 0) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // It exists, but belongs to another user.
      return hasCode(error, 'EPERM');
    }
  },
  startedAt: (pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name is in brackets and may itself contain brackets and blanks.
      const ticks = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[START_FIELD]);
      const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]);
      const started = boot * 1_000 + (ticks * 1_000) / TICKS_PER_SECOND;
      return Number.isFinite(started) ? started : undefined;
    } catch {
      return undefined;
    }
  },
};
