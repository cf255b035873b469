import { isAfter, type JournalReader } from '../journal/journal-reader.ts';
import type { JournalPosition } from '../store/store.ts';
import { applyBatch, type BatchDeps } from './apply-batch.ts';
import type { Digester } from './digester.ts';

/** Copies the journal into the store, batch by batch. */
export interface JournalApplier {
  /** How long to wait before storing more; 0 for no wait. */
  readonly wait: () => number;
  /** Stores a batch if there is one, and returns whether there was. */
  readonly step: () => Promise<boolean>;
  /** Everything up to this position is stored. */
  readonly position: () => JournalPosition;
  readonly close: () => void;
}

export interface JournalApplierDeps extends BatchDeps {
  readonly instance: string;
  readonly reader: JournalReader;
  readonly from: JournalPosition;
  readonly digester: Pick<Digester, 'stored'>;
  readonly now: () => number;
}

/**
 * After a batch of many calls the next one waits so long, unless the store is far behind: storing takes a quarter of the
 * calls per second while it runs, and most bursts of calls are over by then.
 */
const INTERVAL_MS = 1_000;
/** Single calls are stored at once, because people watch them. */
const MANY_ENTRIES = 100;
const FAR_BEHIND_BYTES = 16 * 1024 * 1024;

export function createJournalApplier(deps: JournalApplierDeps): JournalApplier {
  const { instance, reader, from, digester, now } = deps;
  let at = from;
  let notBefore = 0;
  return {
    wait: () => Math.max(0, notBefore - now()),
    step: async () => {
      const batch = reader.read();
      if (!isAfter(batch.position, at)) return false;
      // Not durable, because the journal is on disk; durable before a journal file is removed.
      const isDurable = batch.position.file !== at.file;
      await applyBatch(deps, batch, { instance, isDurable });
      at = batch.position;
      reader.advance(at, isDurable);
      digester.stored(batch.entries);
      const isBurst = batch.entries.length > MANY_ENTRIES && reader.behind() < FAR_BEHIND_BYTES;
      notBefore = isBurst ? now() + INTERVAL_MS : 0;
      return true;
    },
    position: () => at,
    close: reader.close,
  };
}
