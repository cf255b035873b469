import { toMessage } from '@toolmark/annotations';
import type { Entry } from '../entry.ts';
import type { JournalLine, JournalPiece } from '../journal/journal-reader.ts';
import type { EngineErrors } from '../store/engine.ts';
import type { EventBatch, StoreWriter } from '../store/store.ts';
import type { Rejects } from './rejects.ts';

export interface PieceDeps {
  readonly store: Pick<StoreWriter, 'apply'>;
  readonly errors: EngineErrors;
  readonly rejects: Rejects;
  readonly tell: (batch: EventBatch | undefined) => void;
  readonly onSkipped: (count: number, reason: string) => void;
}

export interface PieceOptions {
  readonly instance: string;
  readonly isDurable: boolean;
}

/**
 * Stores a piece of a journal in one transaction. Where a single entry certainly cannot be stored, which is a bug, all others are:
 * one after the other; the one is kept aside and told of. Throws when it may be anything else, or when no entry at all can be
 * stored: then the position in the journal stays where it is.
 */
export async function applyPiece(deps: PieceDeps, piece: JournalPiece, options: PieceOptions): Promise<void> {
  const { store, tell } = deps;
  const { entries, position, unreadable } = piece;
  try {
    tell(await store.apply(entries, { ...options, until: position }));
  } catch (error) {
    if (!isOfEntry(error, deps.errors)) throw error;
    await applyEach(deps, piece, options, error);
  }
  if (unreadable === 0) return;
  deps.onSkipped(unreadable, 'torn by a full disk');
  deps.rejects.keep(piece.lines().flatMap(({ text, entries }) => (entries.length === 0 ? [text] : [])));
}

/** Each with its own place in the journal, so that none is stored twice, wherever this ends. */
async function applyEach(deps: PieceDeps, piece: JournalPiece, options: PieceOptions, first: unknown): Promise<void> {
  const { store, errors, tell } = deps;
  const apply = async (entries: readonly Entry[], until: JournalPiece['position']): Promise<void> =>
    tell(await store.apply(entries, { ...options, until }));
  let bad: Rejected[] = [];
  let hasStored = false;
  // The place of the next one that is stored is behind these.
  const pass = (): void => {
    const passed = bad;
    bad = [];
    for (const { reason } of passed) deps.onSkipped(1, reason);
    if (passed.length > 0) deps.rejects.keep(passed.map(({ text }) => text));
  };
  for (const { text, entries, end } of piece.lines()) {
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
  await apply([], piece.position);
  pass();
}

interface Rejected extends Pick<JournalLine, 'text'> {
  readonly reason: string;
}

/** A rule of the store that it breaks, or something in it that our own code did not expect. */
const isOfEntry = (error: unknown, errors: EngineErrors): boolean =>
  errors.isOfRow(error) || error instanceof TypeError;
