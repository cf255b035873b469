import type { EventBatch, Instance, Store } from '../../store/store.ts';
import { createJournalReader, journalsIn, removeJournal } from '../journal/journal-reader.ts';
import { applyPiece } from './apply-piece.ts';
import type { WriterStart } from './messages.ts';

/** Looks after what gateways left behind that were cut off: their journals are stored, their calls and sessions ended. */
export interface Reaper {
  /** Those whose process is gone. */
  readonly reapDead: () => Promise<void>;
  /** And those that have not been heard of for long, seen twice in a row: their process id may be somebody else's by now. */
  readonly reapStale: () => Promise<void>;
  /** This instance leaves in order: nothing of it is left to look after. */
  readonly forget: (instance: string) => void;
}

export interface ReaperDeps {
  readonly store: Store;
  readonly start: Pick<WriterStart, 'folder' | 'instance' | 'pid' | 'host'>;
  readonly tell: (batch: EventBatch | undefined) => void;
  readonly now: () => number;
  readonly isAlive?: (pid: number) => boolean;
}

/** A gateway that lives says so every few seconds. */
const STALE_MS = 5 * 60_000;
const START: Instance['journal'] = { file: 0, offset: 0 };

export function createReaper({ store, start, tell, now, isAlive = isProcess }: ReaperDeps): Reaper {
  const { folder, instance, pid, host } = start;
  let stale: ReadonlyMap<string, number> = new Map();

  const bury = async (id: string, from: Instance['journal']): Promise<void> => {
    const reader = createJournalReader(folder, id, from);
    for (;;) {
      const piece = reader.read();
      if (piece.entries.length === 0) break;
      tell(await applyPiece(store, piece, { instance: id, isDurable: true }, () => {}));
      reader.advance(piece.position, false);
    }
    reader.close();
    tell(await store.bury(id, now(), 'interrupted'));
    removeJournal(folder, id);
  };
  /** A process with our own id is nobody but us. */
  const isGone = (other: Pick<Instance, 'pid' | 'host'>): boolean =>
    other.host === host && (other.pid === pid || !isAlive(other.pid));

  const reapDead = async (): Promise<void> => {
    const others = (await store.instances()).filter(({ id }) => id !== instance);
    for (const other of others) if (isGone(other)) await bury(other.id, other.journal);
    // Cut off before it was even known: its journal carries its process id in its name.
    const known = new Set(others.map(({ id }) => id));
    for (const id of journalsIn(folder)) {
      if (id === instance || known.has(id)) continue;
      const orphan = Number(/^\d+/.exec(id)?.[0]);
      if (isGone({ pid: orphan, host })) await bury(id, START);
    }
  };
  return {
    reapDead,
    reapStale: async () => {
      await reapDead();
      const others = (await store.instances()).filter(({ id, seenAt }) => id !== instance && now() - seenAt > STALE_MS);
      for (const { id, seenAt, journal } of others) if (stale.get(id) === seenAt) await bury(id, journal);
      stale = new Map(others.map(({ id, seenAt }) => [id, seenAt]));
    },
    forget: (id) => removeJournal(folder, id),
  };
}

function isProcess(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
