import type { JournalPosition } from '../../store/store.ts';
import { isAfter, type JournalReader } from '../journal/journal-reader.ts';
import { applyPiece, type PieceDeps } from './apply-piece.ts';
import type { Digester } from './digester.ts';
import type { Pace } from './pace.ts';

/** Takes the journal over into the store, piece by piece. */
export interface Storing {
  /** How long to wait before more is stored; 0 for not at all. */
  readonly wait: () => number;
  /** Stores a piece, if there is one, and says whether there was. */
  readonly step: () => Promise<boolean>;
  /** Everything up to there is stored. */
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

export function createStoring(deps: StoringDeps): Storing {
  const { instance, reader, from, digester, pace, now } = deps;
  let at = from;
  return {
    wait: () => pace.wait(reader.behind()),
    step: async () => {
      const began = now();
      const piece = reader.read();
      if (!isAfter(piece.position, at)) return false;
      // The journal is on disk, so the store need not be, until a file of the journal has been taken over.
      const isDurable = piece.position.file !== at.file;
      await applyPiece(deps, piece, { instance, isDurable });
      at = piece.position;
      reader.advance(at, isDurable);
      pace.worked(digester.stored(piece.entries), now() - began);
      return true;
    },
    position: () => at,
    close: reader.close,
  };
}
