import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Like `nice 10`: whoever else wants the processor gets most of it. */
const NICE = 10;

/**
 * Lets this thread give way to all others of the machine, where that can be told per thread: storing and counting may take as long
 * as they like, and calls should not notice.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), NICE);
  } catch {
    // No /proc, or not allowed: then it takes what it gets.
  }
}
