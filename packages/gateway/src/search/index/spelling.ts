import SearchableMap from 'minisearch/SearchableMap';

/** Finds similar terms for an unknown one. */
export interface Spelling {
  readonly add: (term: string) => void;
  /** Accepted terms with this prefix; if there are none, accepted terms within one or two edits. */
  readonly similarTo: (term: string, accepts: (term: string) => boolean) => Similar;
}

interface Similar {
  readonly kind: 'prefix' | 'typo';
  readonly terms: readonly string[];
}

const MAX_SIMILAR = 8;
/** Shorter terms would match too many others. */
const MIN_PREFIX = 3;
const MIN_TYPO = 5;
/** From this length two edits are allowed. */
const MIN_TWO_EDITS = 8;

/** Uses MiniSearch's radix tree, which finds both without a full scan. */
export function createSpelling(): Spelling {
  const terms = new SearchableMap<true>();
  return {
    add: (term) => void terms.set(term, true),
    similarTo: (term, accepts) => {
      const longer = term.length < MIN_PREFIX ? [] : takeAccepted(terms.atPrefix(term).keys(), accepts);
      if (longer.length > 0 || term.length < MIN_TYPO) return { kind: 'prefix', terms: longer };
      return {
        kind: 'typo',
        terms: takeAccepted(terms.fuzzyGet(term, term.length < MIN_TWO_EDITS ? 1 : 2).keys(), accepts),
      };
    },
  };
}

function takeAccepted(terms: Iterable<string>, accepts: (term: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const term of terms) {
    if (found.length === MAX_SIMILAR) break;
    if (accepts(term)) found.push(term);
  }
  return found;
}
