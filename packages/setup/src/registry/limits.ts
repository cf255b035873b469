export interface RegistryLimits {
  /** For one query, with its redirects and further pages. */
  readonly timeMs: number;
  readonly bytes: number;
  readonly depth: number;
  readonly redirects: number;
  /** Of one page; further entries are dropped. */
  readonly entries: number;
  /** The maximum number of pages read for a list. */
  readonly pages: number;
}

/** Limits for the untrusted answers of a registry. */
export const REGISTRY_LIMITS: RegistryLimits = Object.freeze({
  timeMs: 15_000,
  bytes: 4 * 1024 * 1024,
  depth: 64,
  redirects: 3,
  entries: 200,
  pages: 5,
});

/** The maximum and the default number of search results. */
export const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 30;
