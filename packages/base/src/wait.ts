import type { Clock } from './clock.ts';

/** Waits for `ms` or until the signal aborts. Returns `true` if the time passed without an abort. */
export function pause(ms: number, signal: AbortSignal, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve(!signal.aborted);
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done);
  });
}
