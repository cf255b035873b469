import { statSync } from 'node:fs';
import type { Entry } from '../entry.ts';
import { journalFile } from '../journal/journal.ts';
import {
  createJournalReader,
  filesOf,
  isAfter,
  journalsIn,
  removeJournal,
  renameJournal,
} from '../journal/journal-reader.ts';
import type { Instance, Store } from '../store/store.ts';
import { applyPiece, type PieceDeps } from './apply-piece.ts';
import { atStage, type InstanceName, parseInstanceName } from './instance-name.ts';
import type { WriterStart } from './messages.ts';
import { type Processes, processes as systemProcesses } from './processes.ts';

/** Looks after what gateways left behind that were cut off: their journals are stored, their calls and sessions ended. */
export interface Reaper {
  /** Those whose process is gone. */
  readonly reapDead: () => Promise<void>;
  /**
   * And those that have not been heard of for long, seen twice in a row, unless their process certainly lives: those of other
   * machines, and those whose process id is somebody else's by now.
   */
  readonly reapStale: () => Promise<void>;
  /** This instance leaves in order, and all that it wrote is stored: nothing of it is left to look after. */
  readonly leave: () => Promise<void>;
}

export interface ReaperDeps extends Omit<PieceDeps, 'store'> {
  readonly store: Store;
  readonly start: Pick<WriterStart, 'folder' | 'instance' | 'pid' | 'host'>;
  /** Whether an instance lives in this very process. */
  readonly isSibling: (id: string) => boolean;
  readonly onStored: (entries: readonly Entry[]) => void;
  /** Between two pieces: there may be much, and others have something to do too. */
  readonly between: () => Promise<void>;
  readonly now: () => number;
  readonly processes?: Processes;
}

/** A gateway that lives says so every few seconds. */
const STALE_MS = 5 * 60_000;
/** What two clocks of one machine may differ by. */
const CLOCK_MS = 10_000;

export function createReaper(deps: ReaperDeps): Reaper {
  const { store, start, isSibling, tell, now, processes = systemProcesses } = deps;
  const { folder, instance, pid, host } = start;
  const hostHash = parseInstanceName(instance)?.hostHash;
  let stale: ReadonlyMap<string, number> = new Map();

  /** Whatever is written from here on goes elsewhere: so nothing is added between the last look and the removal. */
  const storeRest = async ({ id, journal }: Instance): Promise<void> => {
    // Unless somebody was cut off while burying it: then that goes first, and what was written since is left for the next time.
    if (filesOf(folder, atStage(id, 'dead')).length === 0) renameJournal(folder, id, atStage(id, 'dead'));
    const reader = createJournalReader(folder, atStage(id, 'dead'), journal);
    try {
      for (let at = journal; ; ) {
        const piece = reader.read();
        if (!isAfter(piece.position, at)) break;
        await applyPiece(deps, piece, { instance: id, isDurable: true });
        deps.onStored(piece.entries);
        at = piece.position;
        reader.advance(at, false);
        await deps.between();
      }
    } finally {
      reader.close();
    }
    renameJournal(folder, atStage(id, 'dead'), atStage(id, 'done'));
  };
  /** Its journal goes last: of one that is there no more, though all of it was stored, nothing is stored again. */
  const bury = async (id: string, reason: 'stopped' | 'interrupted'): Promise<void> => {
    tell(await store.bury(id, now(), reason));
    removeJournal(folder, atStage(id, 'done'));
  };
  const reap = async (dead: Instance): Promise<void> => {
    await storeRest(dead);
    await bury(dead.id, 'interrupted');
  };
  const others = async (): Promise<readonly Instance[]> => {
    await messages();
    return (await store.instances()).filter(({ id }) => id !== instance && !isSibling(id));
  };
  const isGone = (other: Pick<Instance, 'id' | 'pid' | 'host'>): boolean =>
    // A process with our own id is nobody but us.
    other.host === host && (other.pid === pid ? !isSibling(other.id) : !processes.isAlive(other.pid));
  /** Whether the process began after the instance was last heard of. */
  const isReused = (other: number, heardAt: number): boolean => {
    const startedAt = other === pid ? undefined : processes.startedAt(other);
    return startedAt !== undefined && startedAt > heardAt + CLOCK_MS;
  };
  /** Those that only a journal tells of: cut off before they were known, or while they were being buried. */
  const orphans = async (): Promise<readonly InstanceName[]> => {
    await messages();
    const known = new Set((await store.instances()).map(({ id }) => id));
    const names = journalsIn(folder).flatMap((name) => parseInstanceName(name) ?? []);
    return names.filter(({ id }) => !known.has(id) && id !== instance && !isSibling(id));
  };
  /** Known from here on, so that what is stored of it is stored once. */
  const adopt = async ({ id, pid: of }: InstanceName): Promise<void> =>
    reap(await store.register({ id, pid: of, host, at: now() }));

  const reapDead = async (): Promise<void> => {
    for (const other of await others()) if (isGone(other)) await reap(other);
    for (const orphan of await orphans()) {
      const isLeft = orphan.hostHash === hostHash && isGone({ ...orphan, host });
      if (orphan.stage !== 'live' || isLeft) await adopt(orphan);
    }
  };
  return {
    reapDead,
    reapStale: async () => {
      await reapDead();
      const heard = new Map<string, number>();
      for (const other of await others()) {
        const { id, seenAt } = other;
        if (now() - seenAt <= STALE_MS || (other.host === host && !isReused(other.pid, seenAt))) continue;
        if (stale.get(id) === seenAt) await reap(other);
        else heard.set(id, seenAt);
      }
      for (const orphan of await orphans()) {
        const heardAt = lastWritten(folder, orphan.id);
        if (orphan.hostHash !== hostHash || now() - heardAt <= STALE_MS || !isReused(orphan.pid, heardAt)) continue;
        if (stale.get(orphan.id) === heardAt) await adopt(orphan);
        else heard.set(orphan.id, heardAt);
      }
      stale = heard;
    },
    leave: async () => {
      renameJournal(folder, instance, atStage(instance, 'done'));
      await bury(instance, 'stopped');
    },
  };
}

/** That an instance of this process has begun is told by a message before it does anything: those that are there are taken. */
const messages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function lastWritten(folder: string, instance: string): number {
  const times = filesOf(folder, instance).map(
    (file) => statSync(journalFile(folder, instance, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(0, ...times);
}
