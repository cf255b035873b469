import { mkdirSync } from 'node:fs';
import { createJournalReader } from '../journal/journal-reader.ts';
import type { Store } from '../store/store.ts';
import { type Care, type CareDeps, createCare } from './maintenance.ts';
import { createDigester, type Digester, type DigesterDeps } from './digester.ts';
import type { WriterStart } from './messages.ts';
import { createReaper, type Reaper, type ReaperDeps } from './dead-instances.ts';
import { createRejects } from './rejected-lines.ts';
import { createStoring, type Storing, type StoringDeps } from './journal-applier.ts';

/** An open store with its workers; recreated after a failure. */
export interface OpenedStore {
  readonly store: Store;
  readonly storing: Storing;
  readonly digester: Digester;
  readonly reaper: Reaper;
  readonly care: Care;
  readonly slot: number;
  /** The instance was unknown to it. */
  readonly isNew: boolean;
  /** Closes it and ignores errors. */
  readonly abandon: () => Promise<void>;
}

export interface OpenDeps
  extends Pick<DigesterDeps, 'counter' | 'wake' | 'onProblem' | 'clock'>,
    Pick<StoringDeps, 'errors' | 'tell' | 'onSkipped'>,
    Pick<ReaperDeps, 'isSibling' | 'between'>,
    Pick<CareDeps, 'retention' | 'attempt'> {
  readonly start: WriterStart;
  readonly open: (file: string) => Promise<Store>;
}

/** Opens the store and registers the instance. Rejects on failure. */
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
    const parts = { ...deps, store, rejects: createRejects(folder, instance), now };
    const onStored: ReaperDeps['onStored'] = (entries) => {
      digester.stored(entries);
      // Interrupted calls are counted as well.
      digester.look();
    };
    const reaper = createReaper({ ...parts, onStored });
    const reader = createJournalReader(folder, instance, journal);
    const storing = createStoring({ ...parts, instance, reader, from: journal, digester });
    const care = createCare({ ...parts, reaper, instance, folder });
    const abandon = async (): Promise<void> => {
      storing.close();
      digester.close();
      await store.close();
    };
    return { store, storing, digester, reaper, care, slot, isNew, abandon };
  } catch (error) {
    await store.close();
    throw error;
  }
}
