import type { Clock } from './clock.ts';

/** Waits, unless the signal cuts it short. Says whether the time is over and the signal was not given. */
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
