import { mkdirSync } from 'node:fs';
import { createJournalReader } from '../journal/journal-reader.ts';
import type { Store } from '../store/store.ts';
import { createDeadInstanceCleanup, type DeadInstanceCleanup, type DeadInstanceDeps } from './dead-instances.ts';
import { createDigester, type Digester, type DigesterDeps } from './digester.ts';
import { createJournalApplier, type JournalApplier, type JournalApplierDeps } from './journal-applier.ts';
import { createMaintenance, type Maintenance, type MaintenanceDeps } from './maintenance.ts';
import type { WriterStart } from './messages.ts';
import { createRejectedLines } from './rejected-lines.ts';

/** An open store with its workers; recreated after a failure. */
export interface OpenedStore {
  readonly store: Store;
  readonly applier: JournalApplier;
  readonly digester: Digester;
  readonly cleanup: DeadInstanceCleanup;
  readonly maintenance: Maintenance;
  readonly slot: number;
  /** Whether the store did not know this instance before. */
  readonly isNew: boolean;
  /** Closes it and ignores errors. */
  readonly abandon: () => Promise<void>;
}

export interface OpenDeps
  extends Pick<DigesterDeps, 'counter' | 'wake' | 'onProblem' | 'clock'>,
    Pick<JournalApplierDeps, 'errors' | 'tell' | 'onSkipped'>,
    Pick<DeadInstanceDeps, 'isOfThisProcess' | 'betweenBatches'>,
    Pick<MaintenanceDeps, 'retention' | 'attempt'> {
  readonly start: WriterStart;
  readonly open: (file: string) => Promise<Store>;
}

/** Opens the store and registers the instance. RejectedLines on failure. */
export async function openStore(deps: OpenDeps): Promise<OpenedStore> {
  const { start, clock } = deps;
  const { folder, file, instance, pid, host } = start;
  const { now } = clock;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = await deps.open(file);
  try {
    const isNew = !(await store.instances()).some(({ id }) => id === instance);
    const { slot, journal } = await store.register({ id: instance, pid, host, at: now() });
    const digester = createDigester({ ...deps, store });
    const parts = { ...deps, store, rejects: createRejectedLines(folder, instance), now };
    const onStored: DeadInstanceDeps['onStored'] = (entries) => {
      digester.stored(entries);
      // Interrupted calls are counted as well.
      digester.look();
    };
    const cleanup = createDeadInstanceCleanup({ ...parts, onStored });
    const reader = createJournalReader(folder, instance, journal);
    const applier = createJournalApplier({ ...parts, instance, reader, from: journal, digester });
    const maintenance = createMaintenance({ ...parts, cleanup, instance, folder });
    const abandon = async (): Promise<void> => {
      applier.close();
      digester.close();
      await store.close();
    };
    return { store, applier, digester, cleanup, maintenance, slot, isNew, abandon };
  } catch (error) {
    await store.close();
    throw error;
  }
}
