/** Runs tasks one after another, in order. A failing task does not stop the next. */
export interface SerialQueue {
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** The number of running and waiting tasks. */
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
