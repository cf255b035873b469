/** Waits for some work, but not longer than the given time nor than the signal allows, and never fails. */
export function settled(work: Promise<unknown>, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal?.aborted === true ? 0 : milliseconds);
    signal?.addEventListener('abort', done);
    work.then(done, done);
  });
}
