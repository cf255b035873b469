import type { BeginEntry, EndEntry, Entry, RoundEntry } from '../../entry.ts';
import type { CallFacts } from './call-statements.ts';
import type { CallHead } from './event-texts.ts';

/** What a batch says of one call, and what came of it. */
export interface CallChange {
  readonly begin: BeginEntry | undefined;
  end: EndEntry | undefined;
  /** `undefined` where there is none, as of nearly every call. */
  rounds: RoundEntry[] | undefined;
  /** Where it is stored: another key than it was given where that one was taken. */
  seq: number;
  /** As it was stored before. */
  before: CallFacts | undefined;
  /** Whether the batch has begun it, and ended it: neither where that was applied before. */
  isBegun: boolean;
  isEnded: boolean;
  /** For its events. */
  head: CallHead | undefined;
}

export interface CollectedCalls {
  readonly changes: readonly CallChange[];
  /** What becomes of the entry at this index; `undefined` for entries of other kinds. */
  readonly byEntry: readonly (CallChange | undefined)[];
}

/** Joins the beginning, the later rounds and the end of a call, so that one that did both is written once. */
export function collectCalls(entries: readonly Entry[]): CollectedCalls {
  const changes: CallChange[] = [];
  const bySeq = new Map<number, CallChange>();
  const add = (seq: number, begin: BeginEntry | undefined, end: EndEntry | undefined): CallChange => {
    const nothing = { rounds: undefined, before: undefined, isBegun: false, isEnded: false, head: undefined };
    const change: CallChange = { begin, end, seq, ...nothing };
    changes.push(change);
    bySeq.set(seq, change);
    return change;
  };
  const byEntry = entries.map((entry) => {
    if (entry.kind !== 'begin' && entry.kind !== 'end' && entry.kind !== 'round') return undefined;
    const known = bySeq.get(entry.seq);
    if (entry.kind === 'begin') return known?.begin?.id === entry.id ? known : add(entry.seq, entry, undefined);
    if (entry.kind === 'round') {
      const change = known ?? add(entry.seq, undefined, undefined);
      change.rounds = [...(change.rounds ?? []), entry];
      return change;
    }
    if (known === undefined) return add(entry.seq, undefined, entry);
    known.end ??= entry;
    return known;
  });
  return { changes, byEntry };
}
