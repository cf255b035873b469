import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended and that nobody has buried yet is still listed, as a zombie. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in brackets, may hold anything.
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
