import type { Entry, Group } from './entry.ts';
import { scoreWord } from './score.ts';

export interface RankedGroup {
  readonly group: Group;
  readonly entries: readonly Entry[];
}

/** At most this many of a kind are shown; typing more narrows them down. */
const MAX_IN_GROUP = 8;
const MAX_RECENT = 5;
/** Ranks recently chosen entries a little above equal matches. */
const RECENT_BONUS = 15;
/** The weight of a match outside of the title. */
const OTHER_TEXT_WEIGHT = 0.7;

/** The order of the groups while nothing is typed. */
const DEFAULT_ORDER: readonly Group[] = ['Recent', 'Go to', 'Commands', 'Sessions', 'Servers', 'Tools'];

/**
 * Groups the entries that match the query: the group with the best match first, and each group's best entry first.
 * Without a query: recently chosen entries, then all that are not on demand.
 *
 * @example
 * rank('del note', entries, recent)[0]?.entries[0]?.title // 'Delete Note'
 */
export function rank(query: string, entries: readonly Entry[], recent: readonly string[]): readonly RankedGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? usual(entries, recent) : found(words, entries, new Set(recent));
}

function usual(entries: readonly Entry[], recent: readonly string[]): readonly RankedGroup[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const lately = recent.flatMap((id) => byId.get(id) ?? []).slice(0, MAX_RECENT);
  const isLately = new Set(lately);
  return DEFAULT_ORDER.map((group) => ({
    group,
    entries:
      group === 'Recent'
        ? lately
        : entries
            .filter((entry) => entry.group === group && !entry.isOnDemand && !isLately.has(entry))
            .slice(0, MAX_IN_GROUP),
  })).filter((one) => one.entries.length > 0);
}

function found(
  words: readonly string[],
  entries: readonly Entry[],
  recent: ReadonlySet<string>,
): readonly RankedGroup[] {
  const scored = entries
    .map((entry) => ({ entry, score: scoreEntry(words, entry) + (recent.has(entry.id) ? RECENT_BONUS : 0) }))
    .filter(({ entry, score }) => score > (recent.has(entry.id) ? RECENT_BONUS : 0))
    .sort((a, b) => b.score - a.score);
  const groups = new Map<Group, Entry[]>();
  for (const { entry } of scored) {
    const group = groups.get(entry.group) ?? [];
    if (group.length < MAX_IN_GROUP) group.push(entry);
    groups.set(entry.group, group);
  }
  return [...groups].map(([group, members]) => ({ group, entries: members }));
}

/** Every word has to match somewhere. */
function scoreEntry(words: readonly string[], { haystacks }: Entry): number {
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [index, haystack] of haystacks.entries()) {
      best = Math.max(best, scoreWord(word, haystack) * (index === 0 ? 1 : OTHER_TEXT_WEIGHT));
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length;
}
