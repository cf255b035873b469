import { toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import type { CounterClient } from '../counter/counter-client.ts';
import { endOfJournal } from '../journal/journal-reader.ts';
import { isInfrastructure, toRecordProblem } from '../problem.ts';
import type { EngineErrors } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { dedupeMessages } from './dedupe-messages.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { type OpenDeps, type OpenedStore, openStore } from './open-store.ts';
import { createSettleWaiters } from './settle-waiters.ts';

export interface WriterDeps {
  readonly start: WriterStart;
  readonly open: (file: string) => Promise<Store>;
  readonly errors: EngineErrors;
  readonly counter: CounterClient;
  readonly report: (report: WriterReport) => void;
  readonly clock: Clock;
}

export interface Writer {
  readonly handle: (order: WriterOrder) => void;
}

/** The retry delay for a failed store. */
const RETRY_MS = 1_000;
/** The time for counting at shutdown. */
const CLOSE_MS = 1_000;
const CLOSE_STEP_MS = 10;

/**
 * Stores the journal batch by batch, and other work between batches: counting, retention, cleanup after other gateways.
 * Strictly sequential, so that transactions never overlap.
 */
export function createWriter({ start, open, errors, counter, report, clock }: WriterDeps): Writer {
  const { folder, file, instance } = start;
  const { now } = clock;
  const waiters = createSettleWaiters();
  const note = dedupeMessages((message) => report({ kind: 'note', message }));
  let retention = start.retention;
  let siblings: ReadonlySet<string> = new Set(start.siblings);
  let opened: OpenedStore | undefined;
  let state: 'opening' | 'working' | 'failing' = 'opening';
  let isRunning = false;
  let isWoken = true;
  /** JournalApplier rests; more entries are known to exist. */
  let restsUntil = 0;
  let hasListeners = false;
  let isClosing = false;
  let closingAttempts = 0;
  let cancelTimer: (() => void) | undefined;

  const wake = (): void => {
    isWoken = true;
    if (!isRunning && state !== 'failing') void run();
  };
  const answer = (ids: readonly number[]): void => {
    for (const id of ids) report({ kind: 'settled', id });
  };
  const attempt: OpenDeps['attempt'] = async (work) => {
    try {
      await work();
    } catch (error) {
      if (isInfrastructure(error, errors)) throw error;
      note(toMessage(error));
    }
  };
  const storeSome = async ({ applier, digester }: OpenedStore): Promise<boolean> => {
    if (!isClosing && !waiters.isStoring() && applier.wait() > 0) return true;
    const isMore = await applier.step();
    report({ kind: 'stored', position: applier.position() });
    if (state !== 'working') report({ kind: 'working' });
    state = 'working';
    waiters.stored(applier.position(), !isMore, digester.newest());
    return isMore;
  };
  const openIt = async (): Promise<OpenedStore> => {
    const made = await openStore({
      start,
      open,
      errors,
      counter,
      clock,
      attempt,
      wake,
      retention: () => retention,
      isOfThisProcess: (id) => siblings.has(id),
      tell: (batch) => {
        if (batch !== undefined && hasListeners) report({ kind: 'events', batch });
      },
      onSkipped: (count, reason) => report({ kind: 'skipped', count, reason }),
      onProblem: note,
      betweenBatches: async () => {
        if (opened === undefined) return;
        await opened.maintenance.beat();
        await storeSome(opened);
      },
    });
    report({ kind: 'opened', slot: made.slot, isNew: made.isNew });
    return made;
  };
  const count = ({ id, json }: WriterOrder & { readonly kind: 'count' }): void => {
    counter.countPage(json).then(
      (tokens) => report({ kind: 'counted', id, tokens }),
      () => report({ kind: 'counted', id, tokens: undefined }),
    );
  };

  const finish = async ({ store, applier, digester, cleanup }: OpenedStore): Promise<void> => {
    // The next gateway counts the rest.
    for (const ends = now() + CLOSE_MS; !digester.isDone() && now() < ends; ) {
      await attempt(digester.step);
      await new Promise<void>((resolve) => void clock.after(CLOSE_STEP_MS, resolve));
    }
    digester.close();
    await counter.close();
    await store.verify();
    applier.close();
    await cleanup.leave();
    await store.close();
    report({ kind: 'closed' });
  };

  /** Runs a share of the due work, and returns how long nothing is due; `undefined` for ever. */
  const round = async (): Promise<number | undefined> => {
    isWoken = false;
    opened ??= await openIt();
    const { applier, digester, maintenance } = opened;
    digester.hurry(isClosing || waiters.isWaiting());
    await maintenance.beat();
    const isMore = await storeSome(opened);
    if (!isClosing) await maintenance.begin();
    await attempt(digester.step);
    answer(waiters.take(digester.isDone));
    if (isClosing) {
      if (isMore) return 0;
      await finish(opened);
      return undefined;
    }
    await maintenance.step(isMore);
    if (!isMore) return maintenance.wait();
    const rest = applier.wait();
    restsUntil = now() + rest;
    return rest;
  };
  const onFailed = async (error: unknown): Promise<number | undefined> => {
    state = 'failing';
    report({ kind: 'failing', problem: toRecordProblem(error, file, errors) });
    if (!isInfrastructure(error, errors)) note(toMessage(error));
    const left = opened;
    opened = undefined;
    await left?.abandon().catch(() => {});
    answer(waiters.takeAll());
    if (!isClosing) return RETRY_MS;
    // One retry, because the failure may be over; but do not wait for a disk for ever.
    closingAttempts += 1;
    if (closingAttempts === 1) return 0;
    report({ kind: 'closed' });
    return undefined;
  };
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    cancelTimer?.();
    const pause = await round().catch(onFailed);
    if (pause === undefined) return;
    isRunning = false;
    // Through the event loop, so that orders are handled in between.
    if (isWoken && state !== 'failing') setImmediate(() => void run());
    else cancelTimer = clock.after(pause, () => void run());
  };

  setImmediate(wake);
  return {
    handle: (order) => {
      if (order.kind === 'wake' && now() < restsUntil) return;
      if (order.kind === 'retention') {
        retention = order.limits;
        opened?.maintenance.runSoon();
      } else if (order.kind === 'siblings') siblings = new Set(order.ids);
      else if (order.kind === 'listen') hasListeners = order.isOn;
      else if (order.kind === 'count') count(order);
      else if (order.kind === 'settle') waiters.add(order.id, endOfJournal(folder, instance));
      else if (order.kind === 'close') isClosing = true;
      wake();
    },
  };
}
