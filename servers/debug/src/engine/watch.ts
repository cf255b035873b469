/** Waits until a condition holds. It is also checked at the start, so that no earlier event is missed. */
export interface Watch {
  /** Checks the condition again for every waiting call. */
  readonly changed: () => void;
  readonly until: <Value>(look: () => Value | undefined, limit: WaitLimit) => Promise<Value | 'late' | 'cancelled'>;
}

interface WaitLimit {
  readonly milliseconds: number;
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
}

export function createWatch(): Watch {
  const waiting = new Set<() => void>();
  return {
    changed: () => {
      for (const look of [...waiting]) look();
    },
    until: (look, { milliseconds, signal }) =>
      new Promise((resolve) => {
        const settle = (value: NonNullable<ReturnType<typeof look>> | 'late' | 'cancelled') => {
          waiting.delete(checkAgain);
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
          resolve(value);
        };
        const checkAgain = () => {
          const found = look();
          if (found !== undefined && found !== null) settle(found);
        };
        const cancel = () => settle('cancelled');
        const timer = setTimeout(() => settle('late'), milliseconds);
        waiting.add(checkAgain);
        signal?.addEventListener('abort', cancel);
        if (signal?.aborted) cancel();
        else checkAgain();
      }),
  };
}
