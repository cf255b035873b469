import { LONGEST_TIMER_MS } from './limits.ts';

/** The shared deadline of an inspection. */
export interface Deadline {
  /** Fires at the deadline or when the caller cancels. */
  readonly signal: AbortSignal;
  /** Why the signal fired; `undefined` before that. */
  readonly expired: () => 'timeout' | 'cancelled' | undefined;
  readonly remainingMs: () => number;
  readonly dispose: () => void;
}

export function createDeadline(milliseconds: number, caller?: AbortSignal): Deadline {
  const ends = performance.now() + milliseconds;
  const controller = new AbortController();
  let why: 'timeout' | 'cancelled' | undefined;
  const expire = (reason: 'timeout' | 'cancelled') => {
    why ??= reason;
    controller.abort(new Error(reason));
  };
  const onCancel = () => expire('cancelled');
  // Not AbortSignal.timeout(): its unref'd timer would let the process exit during an inspection.
  const timer = setTimeout(() => expire('timeout'), Math.min(milliseconds, LONGEST_TIMER_MS));
  if (caller?.aborted) onCancel();
  caller?.addEventListener('abort', onCancel, { once: true });
  return {
    signal: controller.signal,
    expired: () => why,
    remainingMs: () => Math.max(0, ends - performance.now()),
    dispose: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCancel);
    },
  };
}

/** Waits for the work or the signal, whichever comes first. A later failure of the work is ignored. */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits for the work, but at most the given time, and never rejects. */
export function settled(work: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });
}
