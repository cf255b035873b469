/** Thrown where as many wait already as may. */
export class TooManyWaiting extends Error {}

export interface ConcurrencyLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Runs at most `atOnce` works at a time; others wait in the order in which they came. Where `waiting` are waiting already, a new one is
 * refused with {@link TooManyWaiting}.
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
      // The place goes straight to the next one, so that nobody who comes now can take it.
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
