/** Progress reports for one reader that may be slower than the reports. */
export interface Progress {
  readonly report: (calls: number, total: number) => void;
  /** Resolves when there is a report to take. */
  readonly next: () => Promise<undefined>;
  /** Takes the newest report. */
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
