/** Thrown if the queue is full. */
export class TooManyWaiting extends Error {}

export interface ConcurrencyLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Runs at most `atOnce` tasks at a time; others wait in order. If `waiting` tasks are waiting already, a new one is rejected with
 * {@link TooManyWaiting}.
 *
 * @example
 * const limited = limitConcurrency({ atOnce: 8, waiting: 100 });
 * await limited(() => introspect(token));
 */
export function limitConcurrency(limits: ConcurrencyLimits): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const { atOnce, waiting } = limits;
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running++;
    else if (queue.length >= waiting) throw new TooManyWaiting();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // Pass the slot directly to the next waiting task, so that a new task cannot overtake it.
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
