import { infer } from '@toolmark/annotations';
import { termsOf } from '../text/terms.ts';
import { THESAURUS, type Thesaurus } from '../thesaurus/thesaurus.ts';
import { bestOf, type Match } from './best-of.ts';
import { createPostings, type Postings } from './postings.ts';
import { RANKING, type Ranking } from './ranking.ts';
import { type SearchableTool, toIndexable } from './searchable.ts';
import { createSpelling } from './spelling.ts';

/** Finds tools by words. Removed tools are only marked; the owner of an index rebuilds it when too many are removed. */
export interface ToolIndex<Tool extends SearchableTool> {
  readonly add: (tool: Tool) => void;
  readonly remove: (tool: Tool) => void;
  readonly size: () => number;
  /** The number of removed tools. */
  readonly removedCount: () => number;
  /**
   * All tools that match part of the query. Spelling correction only considers tools that exist for the caller, so that
   * words of other tools are not revealed.
   */
  readonly search: (question: string, exists?: (tool: Tool) => boolean) => Matches<Tool>;
}

export interface Matches<Tool> {
  /** The best accepted tools, best first. */
  readonly best: (limit: number, accepts: (tool: Tool) => boolean) => readonly Match<Tool>[];
  /** The number of accepted tools. */
  readonly count: (accepts: (tool: Tool) => boolean) => number;
}

export interface ToolIndexOptions {
  readonly ranking?: Ranking;
  readonly thesaurus?: Thesaurus;
}

type Exists<Tool> = (tool: Tool) => boolean;

/** Longer queries are cut. */
const MAX_TERMS = 64;
/** Considers more candidates than requested, because the action bonus can move a tool up by a few places. */
const EXTRA_CANDIDATES = 40;

/**
 * An inverted index with BM25 over weighted fields. Scoring is our own: MiniSearch takes ten times as long for a query
 * with all its synonyms (ADR 0030).
 *
 * @example
 * const index = createToolIndex();
 * index.add(tool);
 * index.search('remove a folder').best(10, () => true)[0]?.tool.definition.name // 'delete_directory'
 */
export function createToolIndex<Tool extends SearchableTool>({
  ranking = RANKING,
  thesaurus = THESAURUS,
}: ToolIndexOptions = {}): ToolIndex<Tool> {
  const postings = new Map<string, Postings>();
  const spelling = createSpelling();
  const tools: (Tool | undefined)[] = [];
  const lengths: number[] = [];
  const slots = new Map<Tool, number>();
  const actions = new WeakMap<Tool, string>();
  const deprecated: number[] = [];
  let totalLength = 0;

  const postingsOf = (term: string): Postings => {
    const known = postings.get(term);
    if (known !== undefined) return known;
    const made = createPostings();
    postings.set(term, made);
    spelling.add(term);
    return made;
  };
  const occursIn = (term: string, exists: Exists<Tool>): boolean => {
    const listed = postings.get(term);
    if (listed === undefined) return false;
    const at = listed.slots();
    for (let position = 0; position < listed.count(); position += 1) {
      const tool = tools[at[position] ?? -1];
      if (tool !== undefined && exists(tool)) return true;
    }
    return false;
  };
  /** The terms to search for in place of one, with their weights. */
  const alternatives = (term: string, exists: Exists<Tool>): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    if (occursIn(term, exists)) found.set(term, 1);
    else {
      const { kind, terms } = spelling.similarTo(term, (similar) => occursIn(similar, exists));
      for (const similar of terms) found.set(similar, ranking[kind]);
    }
    for (const other of thesaurus(term)) if (!found.has(other)) found.set(other, ranking.synonym);
    return found;
  };
  const score = (question: string, exists: Exists<Tool>): Float32Array => {
    const scores = new Float32Array(tools.length);
    // Only the best of all synonyms counts, otherwise terms with many synonyms would dominate.
    const best = new Float32Array(tools.length);
    const touched = new Int32Array(tools.length);
    const average = totalLength / Math.max(1, slots.size);
    const { k, b } = ranking;
    for (const term of new Set(termsOf(question).slice(0, MAX_TERMS))) {
      let reached = 0;
      for (const [word, share] of alternatives(term, exists)) {
        const listed = postings.get(word);
        if (listed === undefined) continue;
        const [count, at, weights] = [listed.count(), listed.slots(), listed.weights()];
        const rarity = Math.log(1 + (tools.length - count + 0.5) / (count + 0.5)) * share;
        for (let place = 0; place < count; place += 1) {
          const slot = at[place] ?? 0;
          const weight = weights[place] ?? 0;
          const value = (rarity * weight * (k + 1)) / (weight + k * (1 - b + (b * (lengths[slot] ?? 0)) / average));
          const before = best[slot] ?? 0;
          if (before === 0) {
            touched[reached] = slot;
            reached += 1;
          }
          if (value > before) best[slot] = value;
        }
      }
      for (const slot of touched.subarray(0, reached)) {
        scores[slot] = (scores[slot] ?? 0) + (best[slot] ?? 0);
        best[slot] = 0;
      }
    }
    for (const slot of deprecated) scores[slot] = (scores[slot] ?? 0) * ranking.deprecated;
    return scores;
  };
  /** Inferred on demand, because inference is slow and only needed for the best matches. */
  const actionOf = (tool: Tool): string => {
    const known = actions.get(tool);
    if (known !== undefined) return known;
    const action = infer(tool.definition).action ?? '';
    actions.set(tool, action);
    return action;
  };
  const boostAction = (found: readonly Match<Tool>[], action: string | undefined): readonly Match<Tool>[] => {
    if (action === undefined) return found;
    return found
      .map(({ tool, score: plain }) => ({
        tool,
        score: actionOf(tool) === action ? plain * (1 + ranking.intent) : plain,
      }))
      .sort((one, other) => other.score - one.score);
  };

  return {
    add: (tool) => {
      const { weights, length, isDeprecated } = toIndexable(tool, ranking);
      const slot = tools.length;
      if (isDeprecated) deprecated.push(slot);
      tools.push(tool);
      lengths.push(length);
      slots.set(tool, slot);
      totalLength += length;
      for (const [term, weight] of weights) postingsOf(term).add(slot, weight);
    },
    remove: (tool) => {
      const slot = slots.get(tool);
      if (slot === undefined) return;
      slots.delete(tool);
      totalLength -= lengths[slot] ?? 0;
      tools[slot] = undefined;
    },
    size: () => slots.size,
    removedCount: () => tools.length - slots.size,
    search: (question, exists = () => true) => {
      const scores = score(question, exists);
      const action = infer({ name: '', description: question }).action;
      return {
        best: (limit, accepts) =>
          boostAction(bestOf(scores, tools, limit + EXTRA_CANDIDATES, accepts), action).slice(0, limit),
        count: (accepts) =>
          tools.filter((tool, slot) => tool !== undefined && scores[slot] !== 0 && accepts(tool)).length,
      };
    },
  };
}
