/** Runs one task at a time, in order. A failing task does not stop the next. */
export type Queue = <Value>(task: () => Promise<Value>) => Promise<Value>;

/**
 * Every change reads before it writes, so concurrent changes could be lost. A server handles calls concurrently and
 * serializes their changes by one queue.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
