import { distance } from '../journal/journal.ts';
import { isAfter, type JournalReader } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';
import { applyPiece, type PieceDeps } from './apply-piece.ts';
import type { Digester } from './digester.ts';
import type { Pace } from './pace.ts';

/** Copies the journal into the store, piece by piece. */
export interface Storing {
  /** How long to wait before storing more; 0 for no wait. */
  readonly wait: () => number;
  /** Stores a piece if there is one, and returns whether there was. The pace limits its size, unless someone waits. */
  readonly step: (isHurried: boolean) => Promise<boolean>;
  /** Everything up to this position is stored. */
  readonly position: () => JournalPosition;
  readonly close: () => void;
}

export interface StoringDeps extends PieceDeps {
  readonly instance: string;
  readonly reader: JournalReader;
  readonly from: JournalPosition;
  readonly digester: Pick<Digester, 'stored'>;
  readonly pace: Pace;
  readonly now: () => number;
}

const START: JournalPosition = { file: 0, offset: 0 };

export function createStoring(deps: StoringDeps): Storing {
  const { instance, reader, from, digester, pace, now } = deps;
  let at = from;
  return {
    wait: () => {
      const behind = reader.behind();
      return pace.wait(distance(START, at) + behind, behind);
    },
    step: async (isHurried) => {
      const began = now();
      const piece = reader.read(isHurried ? undefined : pace.limit());
      if (!isAfter(piece.position, at)) return false;
      // Not durable, because the journal is on disk; durable before a journal file is removed.
      const isDurable = piece.position.file !== at.file;
      await applyPiece(deps, piece, { instance, isDurable });
      at = piece.position;
      reader.advance(at, isDurable);
      digester.stored(piece.entries);
      pace.worked(now() - began);
      return true;
    },
    position: () => at,
    close: reader.close,
  };
}
