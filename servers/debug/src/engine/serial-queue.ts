/** Runs one piece of work after the other, in the order in which they came. One that fails does not stop the next. */
export interface SerialQueue {
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** How many are under way or wait. */
  readonly length: () => number;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run: (work) => {
      waiting += 1;
      const result = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = result.catch(() => undefined);
      return result;
    },
    length: () => waiting,
  };
}
