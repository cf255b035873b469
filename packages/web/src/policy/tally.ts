import type { PolicyReplay, PolicyTally } from '@toolmark/api-contract';
import { formatExact, plural } from '../format/number.ts';

export interface TallyRow {
  readonly kind: keyof PolicyTally;
  readonly word: string;
  readonly before: number;
  readonly after: number;
  /** `+3`, `-2`, or nothing where it stays the same. */
  readonly change: string;
}

const KINDS: readonly (readonly [keyof PolicyTally, string])[] = [
  ['allow', 'Passed'],
  ['ask', 'Asked about'],
  ['deny', 'Refused'],
  ['hold', 'Held'],
  ['cached', 'Of those passed, from the cache'],
];

/** How many calls became what then, and would become now. */
export function toTallyRows({ recorded, replayed }: Pick<PolicyReplay, 'recorded' | 'replayed'>): readonly TallyRow[] {
  return KINDS.map(([kind, word]) => {
    const [before, after] = [recorded[kind], replayed[kind]];
    const change = after === before ? '' : `${after > before ? '+' : '-'}${formatExact(Math.abs(after - before))}`;
    return { kind, word, before, after, change };
  });
}

/** What there is to say of a replay besides its numbers. */
export function replayNotes({ calls, skipped, prompts_saved: saved }: PolicyReplay): readonly string[] {
  if (calls === 0) return ['Nothing was recorded then, so there is nothing to compare.'];
  return [
    ...(skipped > 0
      ? [`${plural(skipped, 'call')} left out: the tool is gone, or what was sent was not kept in full.`]
      : []),
    ...(saved > 0 ? [`${plural(saved, 'question')} saved against a client that asks before every call.`] : []),
  ];
}
