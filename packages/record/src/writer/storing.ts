import { distance } from '../journal/journal.ts';
import { isAfter, type JournalReader } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';
import { applyPiece, type PieceDeps } from './apply-piece.ts';
import type { Digester } from './digester.ts';
import type { Pace } from './pace.ts';

/** Takes the journal over into the store, piece by piece. */
export interface Storing {
  /** How long to wait before more is stored; 0 for not at all. */
  readonly wait: () => number;
  /** Stores a piece, if there is one, and says whether there was: one as large as the pace allows, unless somebody waits for it. */
  readonly step: (isHurried: boolean) => Promise<boolean>;
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
      // The journal is on disk, so the store need not be, until a file of the journal has been taken over.
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
