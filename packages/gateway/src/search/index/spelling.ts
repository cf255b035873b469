import SearchableMap from 'minisearch/SearchableMap';

/** Terms that are nearly the one that somebody wrote. */
export interface Spelling {
  readonly add: (term: string) => void;
  /** Longer ones that begin so; where there are none, those a letter or two off. Of either those that are accepted. */
  readonly similarTo: (term: string, accepts: (term: string) => boolean) => Similar;
}

interface Similar {
  readonly kind: 'prefix' | 'typo';
  readonly terms: readonly string[];
}

const MOST = 8;
/** What is shorter begins too many words, or is nearly too many others. */
const MIN_PREFIX = 3;
const MIN_TYPO = 5;
/** From here on two letters may be wrong. */
const LONG = 8;

/** Keeps the terms in MiniSearch's radix tree, which finds both without looking at every one. */
export function createSpelling(): Spelling {
  const terms = new SearchableMap<true>();
  return {
    add: (term) => void terms.set(term, true),
    similarTo: (term, accepts) => {
      const longer = term.length < MIN_PREFIX ? [] : first(terms.atPrefix(term).keys(), accepts);
      if (longer.length > 0 || term.length < MIN_TYPO) return { kind: 'prefix', terms: longer };
      return { kind: 'typo', terms: first(terms.fuzzyGet(term, term.length < LONG ? 1 : 2).keys(), accepts) };
    },
  };
}

function first(terms: Iterable<string>, accepts: (term: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const term of terms) {
    if (found.length === MOST) break;
    if (accepts(term)) found.push(term);
  }
  return found;
}
