import { isAfter, type JournalReader } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';
import { applyPiece, type PieceDeps } from './apply-batch.ts';
import type { Digester } from './digester.ts';

/** Copies the journal into the store, piece by piece. */
export interface Storing {
  /** How long to wait before storing more; 0 for no wait. */
  readonly wait: () => number;
  /** Stores a piece if there is one, and returns whether there was. */
  readonly step: () => Promise<boolean>;
  /** Everything up to this position is stored. */
  readonly position: () => JournalPosition;
  readonly close: () => void;
}

export interface StoringDeps extends PieceDeps {
  readonly instance: string;
  readonly reader: JournalReader;
  readonly from: JournalPosition;
  readonly digester: Pick<Digester, 'stored'>;
  readonly now: () => number;
}

/**
 * At most one batch in this time, unless the store is behind: larger batches take less time for each call, and most
 * bursts of calls are over by then.
 */
const INTERVAL_MS = 250;
/** About one batch. */
const FAR_BEHIND_BYTES = 4 * 1024 * 1024;

export function createStoring(deps: StoringDeps): Storing {
  const { instance, reader, from, digester, now } = deps;
  let at = from;
  let notBefore = 0;
  return {
    wait: () => Math.max(0, notBefore - now()),
    step: async () => {
      const piece = reader.read();
      if (!isAfter(piece.position, at)) return false;
      // Not durable, because the journal is on disk; durable before a journal file is removed.
      const isDurable = piece.position.file !== at.file;
      await applyPiece(deps, piece, { instance, isDurable });
      at = piece.position;
      reader.advance(at, isDurable);
      digester.stored(piece.entries);
      if (reader.behind() < FAR_BEHIND_BYTES) notBefore = now() + INTERVAL_MS;
      return true;
    },
    position: () => at,
    close: reader.close,
  };
}
