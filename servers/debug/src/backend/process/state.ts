import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What the kernel says of a process; the name in brackets may hold anything, so it is cut off from behind. */
export const readStat = (pid: number): { readonly state: string; readonly parent: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
};

/** One that has ended and that its parent has not looked at yet runs no more. */
export const isRunning = (pid: number): boolean => {
  const state = readStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
};

const LOOK_MS = 10;

/** Waits for the end of what was killed, which takes a moment; the kernel may not let go of what is stuck in a device at all. */
export const whenGone = async (pid: number, mostMs: number): Promise<void> => {
  const end = performance.now() + mostMs;
  while (isRunning(pid) && performance.now() < end) await delay(LOOK_MS);
};
