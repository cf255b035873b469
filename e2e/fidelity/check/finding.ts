import type { Difference } from './compare.ts';

/** The outcome for one sent value. */
export type Outcome =
  /** It arrived unchanged. */
  | { readonly kind: 'kept' }
  /** It was malformed; now it is not, and nothing else about it changed. */
  | { readonly kind: 'repaired' }
  /** It could not have been called, and it is not there. */
  | { readonly kind: 'left-out' }
  /** It was malformed and arrived as it was, so that a client that checks whole lists loses all of them. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'changed'; readonly differences: readonly Difference[] }
  | { readonly kind: 'lost' }
  /** The request itself was answered with an error, or not at all. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Finding {
  readonly aspect: string;
  /** The definition or result, for display. */
  readonly subject: string;
  readonly outcome: Outcome;
}
