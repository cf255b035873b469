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
import { applyBatch, type BatchDeps } from './apply-batch.ts';
import { atStage, type InstanceName, parseInstanceName } from './instance-name.ts';
import type { WriterStart } from './messages.ts';
import { type Processes, processes as systemProcesses } from './processes.ts';

/** Cleans up after dead gateways: stores their journals and ends their calls and sessions. */
export interface DeadInstanceCleanup {
  /** Instances whose process is gone. */
  readonly cleanUpDead: () => Promise<void>;
  /**
   * Also instances without a heartbeat in two checks, unless their process is certainly alive: those of other machines,
   * and those with a reused process id.
   */
  readonly cleanUpStale: () => Promise<void>;
  /** Removes this instance at a regular shutdown, after everything is stored. */
  readonly leave: () => Promise<void>;
}

export interface DeadInstanceDeps extends Omit<BatchDeps, 'store'> {
  readonly store: Store;
  readonly start: Pick<WriterStart, 'folder' | 'instance' | 'pid' | 'host'>;
  /** Whether an instance belongs to this process. */
  readonly isOfThisProcess: (id: string) => boolean;
  readonly onStored: (entries: readonly Entry[]) => void;
  /** Called between batches, because there may be many and other work waits. */
  readonly betweenBatches: () => Promise<void>;
  readonly now: () => number;
  readonly processes?: Processes;
}

/** Live gateways send a heartbeat every few seconds. */
const STALE_MS = 5 * 60_000;
/** The tolerance for clocks of one machine. */
const CLOCK_MS = 10_000;

export function createDeadInstanceCleanup(deps: DeadInstanceDeps): DeadInstanceCleanup {
  const { store, start, isOfThisProcess, tell, now, processes = systemProcesses } = deps;
  const { folder, instance, pid, host } = start;
  const hostHash = parseInstanceName(instance)?.hostHash;
  let stale: ReadonlyMap<string, number> = new Map();

  /** Rename first: later lines go to a new journal, so that nothing is added between the last read and the removal. */
  const storeRest = async ({ id, journal }: Instance): Promise<void> => {
    // If a cleanup was interrupted, finish it first, and leave newer lines to the next run.
    if (filesOf(folder, atStage(id, 'dead')).length === 0) renameJournal(folder, id, atStage(id, 'dead'));
    const reader = createJournalReader(folder, atStage(id, 'dead'), journal);
    try {
      for (let at = journal; ; ) {
        const batch = reader.read();
        if (!isAfter(batch.position, at)) break;
        await applyBatch(deps, batch, { instance: id, isDurable: true });
        deps.onStored(batch.entries);
        at = batch.position;
        reader.advance(at, false);
        await deps.betweenBatches();
      }
    } finally {
      reader.close();
    }
    renameJournal(folder, atStage(id, 'dead'), atStage(id, 'done'));
  };
  /** Remove the journal last, so that a stored one is never stored again. */
  const removeInstance = async (id: string, reason: 'stopped' | 'interrupted'): Promise<void> => {
    tell(await store.removeInstance(id, now(), reason));
    removeJournal(folder, atStage(id, 'done'));
  };
  const reap = async (dead: Instance): Promise<void> => {
    await storeRest(dead);
    await removeInstance(dead.id, 'interrupted');
  };
  const others = async (): Promise<readonly Instance[]> => {
    await messages();
    return (await store.instances()).filter(({ id }) => id !== instance && !isOfThisProcess(id));
  };
  const isGone = (other: Pick<Instance, 'id' | 'pid' | 'host'>): boolean =>
    // Only this process has our process id.
    other.host === host && (other.pid === pid ? !isOfThisProcess(other.id) : !processes.isAlive(other.pid));
  /** Whether the process started after the instance's last heartbeat. */
  const isReused = (other: number, heardAt: number): boolean => {
    const startedAt = other === pid ? undefined : processes.startedAt(other);
    return startedAt !== undefined && startedAt > heardAt + CLOCK_MS;
  };
  /** Instances known only by their journal: they died before they registered, or during their cleanup. */
  const orphans = async (): Promise<readonly InstanceName[]> => {
    await messages();
    const known = new Set((await store.instances()).map(({ id }) => id));
    const names = journalsIn(folder).flatMap((name) => parseInstanceName(name) ?? []);
    return names.filter(({ id }) => !known.has(id) && id !== instance && !isOfThisProcess(id));
  };
  /** Register it, so that its entries are stored only once. */
  const adopt = async ({ id, pid: of }: InstanceName): Promise<void> =>
    reap(await store.register({ id, pid: of, host, at: now() }));

  const cleanUpDead = async (): Promise<void> => {
    for (const other of await others()) if (isGone(other)) await reap(other);
    for (const orphan of await orphans()) {
      const isLeft = orphan.hostHash === hostHash && isGone({ ...orphan, host });
      if (orphan.stage !== 'live' || isLeft) await adopt(orphan);
    }
  };
  return {
    cleanUpDead,
    cleanUpStale: async () => {
      await cleanUpDead();
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
      await removeInstance(instance, 'stopped');
    },
  };
}

/** Read pending messages: a new instance of this process announces itself before it writes. */
const messages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function lastWritten(folder: string, instance: string): number {
  const times = filesOf(folder, instance).map(
    (file) => statSync(journalFile(folder, instance, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(0, ...times);
}
