import { stemOf } from '../text/terms.ts';
import { NOUNS, VERBS } from './groups.ts';

/** Synonyms of a term, by stem. */
export type Thesaurus = (term: string) => readonly string[];

export function createThesaurus(groups: readonly string[]): Thesaurus {
  const related = new Map<string, Set<string>>();
  for (const group of groups) {
    const terms = [...new Set(group.trim().split(/\s+/).map(stemOf))];
    for (const term of terms) {
      const others = related.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      related.set(term, others);
    }
  }
  const lists = new Map([...related].map(([term, others]) => [term, [...others]]));
  return (term) => lists.get(term) ?? NO_SYNONYMS;
}

const NO_SYNONYMS: readonly string[] = Object.freeze([]);

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Words of software in general. */
export const THESAURUS: Thesaurus = createThesaurus([...linesOf(VERBS), ...linesOf(NOUNS)]);
