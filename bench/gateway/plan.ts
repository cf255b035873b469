/** The amount of measurement. Many short slices alternate, so that noise affects all targets equally. */
export interface Plan {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly sequentialMs: number;
  readonly concurrentMs: number;
  readonly starts: number;
  readonly lists: number;
  readonly listSizes: readonly number[];
  readonly manyServers: number;
}

/** The number of concurrent calls when measuring calls per second. */
export const CONCURRENCY = 32;
/** Tools of each server in the memory measurement. */
export const TOOLS_EACH = 20;

/** Takes about four minutes on a quiet machine. */
export const FULL: Plan = {
  rounds: 15,
  warmUpMs: 1_500,
  sequentialMs: 200,
  concurrentMs: 300,
  starts: 5,
  lists: 9,
  listSizes: [1_000, 10_000],
  manyServers: 50,
};

/** Takes about a minute and a half: a smoke test with rough figures. */
export const QUICK: Plan = {
  rounds: 3,
  warmUpMs: 500,
  sequentialMs: 150,
  concurrentMs: 250,
  starts: 1,
  lists: 3,
  listSizes: [1_000, 10_000],
  manyServers: 10,
};
