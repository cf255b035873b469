export interface RegistryLimits {
  /** For one question, with its redirects and further pages. */
  readonly timeMs: number;
  readonly bytes: number;
  readonly depth: number;
  readonly redirects: number;
  /** Of one page; the rest of a longer one is left out. */
  readonly entries: number;
  /** How many pages are read to fill a list. */
  readonly pages: number;
}

/** How much of a registry's time and text is taken. Its answers are a stranger's. */
export const REGISTRY_LIMITS: RegistryLimits = Object.freeze({
  timeMs: 15_000,
  bytes: 4 * 1024 * 1024,
  depth: 64,
  redirects: 3,
  entries: 200,
  pages: 5,
});

/** How many servers a search can ask for, and gets unless it asks. */
export const MOST_FOUND = 100;
export const USUALLY_FOUND = 30;
