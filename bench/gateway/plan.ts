/** How much is measured. Many short slices, taken in turns, so that a noisy minute hits every target alike. */
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

/** How many calls are under way at a time where calls per second are counted. */
export const CONCURRENCY = 32;
/** Tools of each of the many servers whose weight in memory is taken. */
export const TOOLS_EACH = 20;

/** About four minutes on a quiet machine. */
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

/** About a minute and a half: shows that everything works and roughly where it stands. */
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
