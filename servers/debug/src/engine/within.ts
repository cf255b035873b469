/** What a promise gives, or what `late` gives where it takes too long. The promise is left to itself then. */
export async function within<Value>(milliseconds: number, work: Promise<Value>, late: () => Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(late()), milliseconds);
  });
  // Whoever is late may still fail, and nobody is listening any more.
  work.catch(() => undefined);
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
