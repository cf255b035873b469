/** Runs one task at a time, in the order they came. A task that fails does not stop the next. */
export type Queue = <Value>(task: () => Promise<Value>) => Promise<Value>;

/**
 * Every change reads before it writes, so two at once could undo each other. One server answers many calls at a time and
 * puts its changes through one queue.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
