import type { BeginEntry, EndEntry, Entry, RoundEntry } from '../../entry.ts';
import type { CallFacts } from './call-statements.ts';
import type { CallHead } from './event-texts.ts';

/** A batch's changes to one call, and their result. */
export interface CallChange {
  readonly begin: BeginEntry | undefined;
  end: EndEntry | undefined;
  /** `undefined` for most calls. */
  rounds: RoundEntry[] | undefined;
  /** The stored key: differs from the original if that was taken. */
  seq: number;
  /** The stored state before the batch. */
  before: CallFacts | undefined;
  /** Whether the batch began and ended it; false if that was applied before. */
  isBegun: boolean;
  isEnded: boolean;
  /** For its events. */
  head: CallHead | undefined;
}

export interface CollectedCalls {
  readonly changes: readonly CallChange[];
  /** The change that the entry at this index belongs to; `undefined` for other entries. */
  readonly byEntry: readonly (CallChange | undefined)[];
}

/** Groups the begin, later rounds and end of a call, so that a complete call is written once. */
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
