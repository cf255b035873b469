import { mkdirSync } from 'node:fs';
import { toMessage } from '@toolmark/annotations';
import type { EventBatch, JournalPosition, Store } from '../../store/store.ts';
import type { CounterClient } from '../counter/counter-client.ts';
import { distance } from '../journal/journal.ts';
import { createJournalReader, type JournalReader } from '../journal/journal-reader.ts';
import { createJournalSyncer, type JournalSyncer } from '../journal/journal-syncer.ts';
import { isInfrastructure, toRecordProblem } from '../problem.ts';
import { applyPiece } from './apply-piece.ts';
import { createDigester, type Digester } from './digester.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { createPace } from './pace.ts';
import { createReaper, type Reaper } from './reaper.ts';

export interface WriterDeps {
  readonly start: WriterStart;
  readonly open: (file: string) => Promise<Store>;
  readonly counter: CounterClient;
  readonly report: (report: WriterReport) => void;
  readonly now: () => number;
}

export interface Writer {
  readonly handle: (order: WriterOrder) => void;
}

/** How long until a store that failed is tried again. */
const RETRY_MS = 1_000;
const BEAT_MS = 15_000;
/** How often the dead are looked for, and what is too old. */
const CARE_MS = 60_000;
/** How long counting gets when the gateway is stopped. */
const CLOSE_MS = 1_000;
const CLOSE_STEP_MS = 10;

/**
 * Stores what the journal has, batch by batch, and does everything else when there is nothing to store: counting, removing what is
 * too old, looking after what other gateways left. One thing at a time, so that no transaction meets another.
 */
export function createWriter({ start, open, counter, report, now }: WriterDeps): Writer {
  const { folder, file, instance } = start;
  let retention = start.retention;
  let opened: Opened | undefined;
  let isFailing = false;
  let isRunning = false;
  let isWoken = true;
  let isClosing = false;
  let isHeard = false;
  let nextBeat = 0;
  let nextCare = 0;
  let settling: number[] = [];
  let at: JournalPosition = { file: 0, offset: 0 };
  let end: JournalPosition = at;
  const pace = createPace(now);
  let timer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    isWoken = true;
    if (!isRunning && !isFailing) void run();
  };
  const tell = (batch: EventBatch | undefined): void => {
    if (batch !== undefined && isHeard) report({ kind: 'events', batch });
  };
  const fail = (error: unknown): void => {
    isFailing = true;
    report({ kind: 'failing', problem: toRecordProblem(error, file) });
  };
  const works = (): void => {
    if (!isFailing) return;
    isFailing = false;
    report({ kind: 'working' });
  };

  const digesterOn = (store: Store): Digester =>
    createDigester({
      store,
      counter,
      tell,
      wake,
      onProblem: (message) => report({ kind: 'note', message }),
      now,
      after: (ms, then) => void setTimeout(then, ms),
    });

  const openStore = async (): Promise<Opened> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const store = await open(file);
    try {
      const isNew = !(await store.instances()).some(({ id }) => id === instance);
      const { slot, journal } = await store.register({ id: instance, pid: start.pid, host: start.host, at: now() });
      const reaper = createReaper({ store, start, tell, now });
      await reaper.reapDead();
      const reader = createJournalReader(folder, instance, journal);
      at = journal;
      report({ kind: 'opened', slot, isNew });
      const syncer = createJournalSyncer(folder, instance);
      return { store, reader, syncer, reaper, digester: digesterOn(store) };
    } catch (error) {
      await store.close();
      throw error;
    }
  };

  /** What was added to the journal is on disk from here on: whoever waits for that may go. */
  const sync = ({ syncer }: Opened): void => {
    isWoken = false;
    const position = syncer.sync();
    if (position === undefined) return;
    end = position;
    report({ kind: 'safe', position });
  };
  /** Stores a piece of the journal, if it is time to. Says how long to wait with the next; `undefined` when all is stored. */
  const storeSome = async ({ store, reader, digester }: Opened): Promise<number | undefined> => {
    const wait = isClosing || settling.length > 0 ? 0 : pace.wait(distance(at, end));
    if (wait > 0) return wait;
    const began = now();
    const piece = reader.read();
    if (piece.unreadable > 0) report({ kind: 'skipped', count: piece.unreadable, reason: 'torn by a full disk' });
    // The journal is on disk, so the store need not be, until a file of the journal has been taken over.
    const isDurable = piece.position.file !== at.file && piece.entries.length > 0;
    if (piece.entries.length > 0) {
      const onSkipped = (count: number, reason: string): void => report({ kind: 'skipped', count, reason });
      tell(await applyPiece(store, piece, { instance, isDurable }, onSkipped));
      pace.worked(digester.stored(piece.entries), now() - began);
    }
    reader.advance(piece.position, isDurable);
    if (piece.entries.length > 0) at = piece.position;
    report({ kind: 'stored', position: piece.position });
    works();
    return piece.entries.length === 0 ? undefined : pace.wait(distance(at, end));
  };

  const settle = ({ digester }: Opened): void => {
    if (!digester.isDone()) return;
    for (const id of settling) report({ kind: 'settled', id });
    settling = [];
  };

  const count = (order: WriterOrder & { readonly kind: 'count' }): void => {
    const { id, json } = order;
    counter.countPage(json).then(
      (tokens) => report({ kind: 'counted', id, tokens }),
      () => report({ kind: 'counted', id, tokens: 0 }),
    );
  };

  /** What may wait until there is nothing else to do. */
  const care = async ({ store, reaper }: Opened): Promise<void> => {
    if (now() >= nextBeat) {
      nextBeat = now() + BEAT_MS;
      await store.beat(instance, now());
    }
    if (now() < nextCare) return;
    const { hasMore } = await store.retain(retention, now());
    if (hasMore) return;
    nextCare = now() + CARE_MS;
    await reaper.reapStale();
    await store.maintain();
  };

  const finish = async ({ store, reader, syncer, reaper, digester }: Opened): Promise<void> => {
    // What is not counted by then is counted by the next gateway.
    for (const ends = now() + CLOSE_MS; !digester.isDone() && now() < ends; await turn(CLOSE_STEP_MS))
      await digester.step();
    await counter.close();
    tell(await store.bury(instance, now(), 'stopped'));
    reader.close();
    syncer.close();
    reaper.forget(instance);
    await store.close();
    report({ kind: 'closed' });
  };

  /** Does what is to be done, and says how long there is nothing to do; `undefined` for ever. */
  const round = async (): Promise<number | undefined> => {
    opened ??= await openStore();
    sync(opened);
    opened.digester.hurry(isClosing || settling.length > 0);
    const wait = await storeSome(opened);
    if (wait !== undefined) return wait;
    if (isClosing) {
      await finish(opened);
      return undefined;
    }
    await opened.digester.step();
    settle(opened);
    if (isWoken) return 0;
    await care(opened);
    return now() < nextCare ? BEAT_MS : 0;
  };

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    let pause: number | undefined;
    try {
      pause = await round();
    } catch (error) {
      fail(error);
      if (!isInfrastructure(error)) report({ kind: 'note', message: toMessage(error) });
      if (opened !== undefined) {
        opened.reader.close();
        opened.syncer.close();
        await opened.store.close().catch(() => {});
        opened = undefined;
      }
      for (const id of settling) report({ kind: 'settled', id });
      settling = [];
      // Nobody can wait for a disk for ever.
      if (isClosing) {
        report({ kind: 'closed' });
        return;
      }
      pause = RETRY_MS;
    }
    isRunning = false;
    if (pause === undefined) return;
    // Through the event loop, so that orders get in between.
    if (isWoken && !isFailing) setImmediate(() => void run());
    else timer = setTimeout(() => void run(), pause);
  };

  setImmediate(() => void run());
  return {
    handle: (order) => {
      if (order.kind === 'retention') {
        retention = order.limits;
        nextCare = 0;
      } else if (order.kind === 'listen') isHeard = order.isOn;
      else if (order.kind === 'count') count(order);
      else if (order.kind === 'settle') settling.push(order.id);
      else if (order.kind === 'close') isClosing = true;
      wake();
    },
  };
}

const turn = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Opened {
  readonly store: Store;
  readonly reader: JournalReader;
  readonly syncer: JournalSyncer;
  readonly reaper: Reaper;
  readonly digester: Digester;
}
