/** The result of a promise, or of `late` after the timeout. The promise itself continues. */
export async function within<Value>(milliseconds: number, work: Promise<Value>, late: () => Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(late()), milliseconds);
  });
  // Ignore a later rejection.
  work.catch(() => undefined);
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
