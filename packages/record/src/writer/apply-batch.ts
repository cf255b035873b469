import { toMessage } from '@toolmark/annotations';
import type { Entry } from '../entry.ts';
import type { JournalBatch, JournalLine } from '../journal/journal-reader.ts';
import type { EngineErrors } from '../store/engine.ts';
import type { EventBatch, StoreWriter } from '../store/store.ts';
import type { RejectedLines } from './rejected-lines.ts';

export interface BatchDeps {
  readonly store: Pick<StoreWriter, 'apply'>;
  readonly errors: EngineErrors;
  readonly rejects: RejectedLines;
  readonly tell: (batch: EventBatch | undefined) => void;
  readonly onSkipped: (count: number, reason: string) => void;
}

export interface BatchOptions {
  readonly instance: string;
  readonly isDurable: boolean;
}

/**
 * Stores a batch of a journal in one transaction. If exactly one entry is at fault, which is a bug, stores the others
 * one by one, keeps the bad one aside and reports it. Throws for other errors, or if no entry can be stored: the
 * journal position then stays.
 */
export async function applyBatch(deps: BatchDeps, batch: JournalBatch, options: BatchOptions): Promise<void> {
  const { store, tell } = deps;
  const { entries, position, unreadable } = batch;
  try {
    tell(await store.apply(entries, { ...options, until: position }));
  } catch (error) {
    if (!isOfEntry(error, deps.errors)) throw error;
    await applyEach(deps, batch, options, error);
  }
  if (unreadable === 0) return;
  deps.onSkipped(unreadable, 'torn by a full disk');
  deps.rejects.keep(batch.lines().flatMap(({ text, entries }) => (entries.length === 0 ? [text] : [])));
}

/** Each with its own position, so that a crash repeats nothing. */
async function applyEach(deps: BatchDeps, batch: JournalBatch, options: BatchOptions, first: unknown): Promise<void> {
  const { store, errors, tell } = deps;
  const apply = async (entries: readonly Entry[], until: JournalBatch['position']): Promise<void> =>
    tell(await store.apply(entries, { ...options, until }));
  let bad: Rejected[] = [];
  let hasStored = false;
  // The next stored entry's position skips these.
  const pass = (): void => {
    const passed = bad;
    bad = [];
    for (const { reason } of passed) deps.onSkipped(1, reason);
    if (passed.length > 0) deps.rejects.keep(passed.map(({ text }) => text));
  };
  for (const { text, entries, end } of batch.lines()) {
    if (entries.length === 0) continue;
    try {
      await apply(entries, end);
      hasStored = true;
    } catch (error) {
      if (!isOfEntry(error, errors)) throw error;
      bad.push({ text, reason: toMessage(error) });
      continue;
    }
    pass();
  }
  if (!hasStored) throw first;
  await apply([], batch.position);
  pass();
}

interface Rejected extends Pick<JournalLine, 'text'> {
  readonly reason: string;
}

/** It violates a constraint, or our code does not expect it. */
const isOfEntry = (error: unknown, errors: EngineErrors): boolean =>
  errors.isOfRow(error) || error instanceof TypeError;
