import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Parses /proc/PID/stat. The name in brackets may contain anything, so parse after the last bracket. */
export const readStat = (pid: number): { readonly state: string; readonly parent: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
};

/** Whether a process runs. A zombie counts as exited. */
export const isRunning = (pid: number): boolean => {
  const state = readStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
};

const LOOK_MS = 10;

/** Waits for killed processes to exit, with a timeout, because a process blocked in a device may never exit. */
export const whenGone = async (pid: number, mostMs: number): Promise<void> => {
  const end = performance.now() + mostMs;
  while (isRunning(pid) && performance.now() < end) await delay(LOOK_MS);
};
