/** How far something is, for one reader who may be slower than it is. */
export interface Progress {
  readonly report: (calls: number, total: number) => void;
  /** Resolves when there is something to take. */
  readonly next: () => Promise<undefined>;
  /** The newest report, once. */
  readonly take: () => { readonly calls: number; readonly total: number } | undefined;
}

export function createProgress(): Progress {
  let newest: { readonly calls: number; readonly total: number } | undefined;
  let reported = Promise.withResolvers<undefined>();
  return {
    report: (calls, total) => {
      newest = { calls, total };
      reported.resolve(undefined);
    },
    next: () => reported.promise,
    take: () => {
      const taken = newest;
      if (taken !== undefined) reported = Promise.withResolvers();
      newest = undefined;
      return taken;
    },
  };
}
