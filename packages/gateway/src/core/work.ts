/** How many requests are being answered, and when none is. */
export interface Work {
  readonly begin: () => void;
  readonly end: () => void;
  readonly count: () => number;
  /** Whether everything was answered before the signal was aborted. */
  readonly drained: (signal: AbortSignal) => Promise<boolean>;
}

export function createWork(): Work {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    begin: () => {
      count += 1;
    },
    end: () => {
      count -= 1;
      if (count === 0) for (const tell of waiting) tell();
    },
    count: () => count,
    drained: (signal) => {
      if (count === 0) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (): void => {
          waiting.delete(settle);
          signal.removeEventListener('abort', settle);
          resolve(count === 0);
        };
        waiting.add(settle);
        signal.addEventListener('abort', settle);
      });
    },
  };
}
