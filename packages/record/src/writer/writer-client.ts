import type { Worker } from 'node:worker_threads';
import { toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import { createBackoff, startWorker } from '../start-worker.ts';
import type { EventBatch, JournalPosition, RetentionLimits } from '../store/store.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { type Membership, processInstances } from './process-instances.ts';

/** The main thread's client of the storing thread. */
export interface WriterClient {
  /** Reports that the journal has grown. */
  readonly wake: () => void;
  /** Resolves when the current journal is stored and counted, or on a timeout. */
  readonly settled: () => Promise<void>;
  /** `undefined` if counting failed. */
  readonly count: (json: Uint8Array) => Promise<number | undefined>;
  /** Whether there are event listeners. */
  readonly listen: (isOn: boolean) => void;
  readonly setRetention: (limits: RetentionLimits) => void;
  readonly state: () => WriterState;
  /** Resolves when the file is open for the first time, or failed. */
  readonly opened: Promise<void>;
  /** Stores the rest within a deadline. */
  readonly close: () => Promise<void>;
}

export interface WriterState {
  readonly kind: 'opening' | 'working' | 'failing';
  readonly problem: string | undefined;
  readonly since: number;
}

export interface WriterClientOptions {
  readonly start: WriterStart;
  readonly clock: Clock;
  readonly onOpened: (slot: number, isNew: boolean) => void;
  /** The journal is stored up to this position. */
  readonly onStored: (until: JournalPosition) => void;
  readonly onEvents: (batch: EventBatch) => void;
  readonly onState: (state: WriterState) => void;
  readonly onNote: (message: string) => void;
  readonly onSkipped: (count: number, reason: string) => void;
  readonly thread?: (start: WriterStart) => WriterThread;
}

export type WriterThread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;

const SETTLE_MS = 3_000;
const COUNT_MS = 60_000;
const CLOSE_MS = 5_000;

export function createWriterClient(options: WriterClientOptions): WriterClient {
  const { start, clock } = options;
  const thread = options.thread ?? ((given) => startWorker('./writer-thread.ts', import.meta.url, given));
  const backoff = createBackoff();
  const replies = new Map<number, (tokens: number | undefined) => void>();
  const opened = Promise.withResolvers<void>();
  let state: WriterState = { kind: 'opening', problem: undefined, since: clock.now() };
  let worker: WriterThread | undefined;
  let retention = start.retention;
  let hasListeners = false;
  let lastId = 0;
  let closing: PromiseWithResolvers<void> | undefined;
  let closed: Promise<void> | undefined;
  let cancelRestart: (() => void) | undefined;

  const setState = (kind: WriterState['kind'], problem?: string): void => {
    if (state.kind === kind && state.problem === problem) return;
    state = { kind, problem, since: state.kind === kind ? state.since : clock.now() };
    options.onState(state);
  };
  const fail = (problem: string): void => {
    setState('failing', problem);
    opened.resolve();
  };
  const onReport = (report: WriterReport): void => {
    switch (report.kind) {
      case 'opened':
        backoff.reset();
        options.onOpened(report.slot, report.isNew);
        opened.resolve();
        break;
      case 'working':
        setState('working');
        break;
      case 'stored':
        options.onStored(report.position);
        break;
      case 'events':
        options.onEvents(report.batch);
        break;
      case 'settled':
        replies.get(report.id)?.(undefined);
        break;
      case 'counted':
        replies.get(report.id)?.(report.tokens);
        break;
      case 'failing':
        fail(report.problem);
        break;
      case 'skipped':
        options.onSkipped(report.count, report.reason);
        break;
      case 'note':
        options.onNote(report.message);
        break;
      case 'closed':
        closing?.resolve();
    }
  };
  const post = (order: WriterOrder): void => worker?.postMessage(order);
  const onEnded = (problem: string): void => {
    worker = undefined;
    for (const reply of [...replies.values()]) reply(undefined);
    closing?.resolve();
    if (closing !== undefined) return;
    fail(problem);
    cancelRestart = clock.after(backoff.next(), launch);
  };
  const launch = (): void => {
    cancelRestart = undefined;
    let started: WriterThread;
    try {
      started = thread({ ...start, retention, siblings: membership.ids() });
    } catch (error) {
      onEnded(`The thread that records could not be started: ${toMessage(error)}`);
      return;
    }
    worker = started;
    started.on('message', onReport);
    started.on('error', (error) => options.onNote(`The thread that records crashed: ${toMessage(error)}`));
    started.on('exit', () => {
      if (worker === started) onEnded('The thread that records has exited; it is being restarted.');
    });
    // The thread does not keep the process alive; calls do.
    started.unref();
    if (hasListeners) post({ kind: 'listen', isOn: true });
  };
  /** Sends an order and waits at most `ms` for its reply. */
  const request = (ms: number, order: (id: number) => WriterOrder): Promise<number | undefined> => {
    if (worker === undefined) return Promise.resolve(undefined);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const finish = (tokens: number | undefined): void => {
        cancel();
        replies.delete(id);
        resolve(tokens);
      };
      const cancel = clock.after(ms, () => finish(undefined));
      replies.set(id, finish);
      post(order(id));
    });
  };
  const close = async (): Promise<void> => {
    closing = Promise.withResolvers();
    cancelRestart?.();
    // Starts another thread to store the rest of the journal, if possible.
    if (worker === undefined) launch();
    post({ kind: 'close' });
    const cancel = clock.after(CLOSE_MS, () => closing?.resolve());
    await closing.promise;
    cancel();
    const left = worker;
    worker = undefined;
    for (const reply of [...replies.values()]) reply(undefined);
    await left?.terminate();
    membership.leave();
  };

  const membership: Membership = processInstances.join(start.instance, (ids) => post({ kind: 'siblings', ids }));
  launch();
  return {
    wake: () => post({ kind: 'wake' }),
    settled: async () => {
      if (state.kind !== 'failing') await request(SETTLE_MS, (id) => ({ kind: 'settle', id }));
    },
    count: (json) => request(COUNT_MS, (id) => ({ kind: 'count', id, json })),
    listen: (isOn) => {
      hasListeners = isOn;
      post({ kind: 'listen', isOn });
    },
    setRetention: (limits) => {
      retention = limits;
      post({ kind: 'retention', limits });
    },
    state: () => state,
    opened: opened.promise,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
