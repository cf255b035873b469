import type { PolicyReplay, PolicyTally } from '@toolmark/api-contract';
import { formatExact, plural } from '../format/number.ts';

export interface TallyRow {
  readonly kind: keyof PolicyTally;
  readonly word: string;
  readonly before: number;
  readonly after: number;
  /** `+3`, `-2`, or empty if nothing changes. */
  readonly change: string;
}

const KINDS: readonly (readonly [keyof PolicyTally, string])[] = [
  ['allow', 'Allowed'],
  ['ask', 'Asked'],
  ['deny', 'Denied'],
  ['hold', 'Held'],
  ['cached', 'Of those allowed, from the cache'],
];

/** The number of calls per decision, recorded and replayed. */
export function toTallyRows({ recorded, replayed }: Pick<PolicyReplay, 'recorded' | 'replayed'>): readonly TallyRow[] {
  return KINDS.map(([kind, word]) => {
    const [before, after] = [recorded[kind], replayed[kind]];
    const change = after === before ? '' : `${after > before ? '+' : '-'}${formatExact(Math.abs(after - before))}`;
    return { kind, word, before, after, change };
  });
}

/** Remarks about a replay besides its numbers. */
export function replayNotes({ calls, skipped, prompts_saved: saved }: PolicyReplay): readonly string[] {
  if (calls === 0) return ['No calls were recorded in this time.'];
  return [
    ...(skipped > 0
      ? [`${plural(skipped, 'call')} skipped: the tool is gone, or the arguments were not recorded in full.`]
      : []),
    ...(saved > 0 ? [`${plural(saved, 'prompt')} saved, compared with a client that asks before every call.`] : []),
  ];
}
