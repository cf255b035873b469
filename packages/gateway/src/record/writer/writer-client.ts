import type { Worker } from 'node:worker_threads';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { EventBatch, JournalPosition, RetentionLimits } from '../../store/store.ts';
import type { Clock } from '../../upstream/clock.ts';
import { startThread } from '../thread.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';

/** The thread that stores, as the main thread sees it. */
export interface WriterClient {
  readonly wake: () => void;
  /** Resolves when everything up to there is on disk, or with why that cannot be; within a deadline. */
  readonly safe: (position: JournalPosition) => Promise<Result<undefined, string>>;
  /** Resolves when everything in the journal is stored and counted, or after a deadline. */
  readonly settled: () => Promise<void>;
  /** 0 where it could not be counted. */
  readonly count: (json: Uint8Array) => Promise<number>;
  /** Whether anybody wants to hear of events. */
  readonly listen: (isOn: boolean) => void;
  readonly setRetention: (limits: RetentionLimits) => void;
  /** Up to where the journal is in the store. */
  readonly position: () => JournalPosition;
  readonly state: () => WriterState;
  /** Resolves when it has opened the file for the first time, or could not. */
  readonly opened: Promise<void>;
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
  readonly onEvents: (batch: EventBatch) => void;
  readonly onState: (state: WriterState) => void;
  readonly onNote: (message: string) => void;
  readonly onSkipped: (count: number, reason: string) => void;
  readonly thread?: () => Worker;
}

/** A disk that takes longer is taken for broken: whoever calls is told, and nothing has left. */
const STORE_MS = 10_000;
const SETTLE_MS = 3_000;
const COUNT_MS = 60_000;
const CLOSE_MS = 5_000;
/** A thread that ended by itself is started again, but not all the time. */
const RESTART_MS = 1_000;

export function createWriterClient(options: WriterClientOptions): WriterClient {
  const { start, clock } = options;
  const thread = options.thread ?? (() => startThread('./writer-thread.ts', import.meta.url, start));
  let state: WriterState = { kind: 'opening', problem: undefined, since: clock.now() };
  let safe: JournalPosition = { file: 0, offset: 0 };
  let position: JournalPosition = { file: 0, offset: 0 };
  let worker: Worker | undefined;
  let isClosing = false;
  let isHeard = false;
  let lastId = 0;
  const waiters = new Set<Waiter>();
  const replies = new Map<number, (value: number) => void>();
  const closed = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();

  const setState = (kind: WriterState['kind'], problem?: string): void => {
    if (state.kind === kind && state.problem === problem) return;
    state = { kind, problem, since: clock.now() };
    options.onState(state);
  };
  const fail = (problem: string): void => {
    setState('failing', problem);
    opened.resolve();
    for (const waiter of [...waiters]) waiter.settle(err(problem));
  };
  const onSafe = (position: JournalPosition): void => {
    safe = position;
    for (const waiter of [...waiters]) if (!isBehind(safe, waiter.position)) waiter.settle(ok(undefined));
  };
  const onReport = (report: WriterReport): void => {
    switch (report.kind) {
      case 'opened':
        setState('working');
        options.onOpened(report.slot, report.isNew);
        opened.resolve();
        break;
      case 'working':
        setState('working');
        break;
      case 'safe':
        onSafe(report.position);
        break;
      case 'stored':
        position = report.position;
        break;
      case 'events':
        options.onEvents(report.batch);
        break;
      case 'settled':
        replies.get(report.id)?.(0);
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
        closed.resolve();
    }
  };
  const launch = (): void => {
    worker = thread();
    worker.on('message', onReport);
    worker.on('error', (error) => options.onNote(`The thread that records broke: ${toMessage(error)}`));
    worker.on('exit', () => {
      worker = undefined;
      closed.resolve();
      if (isClosing) return;
      fail('The thread that records has ended; it is started again.');
      clock.after(RESTART_MS, () => {
        if (!isClosing) launch();
      });
    });
    // Calls keep the process alive, not this.
    worker.unref();
    if (isHeard) post({ kind: 'listen', isOn: true });
  };
  const post = (order: WriterOrder): void => worker?.postMessage(order);
  /** Sends an order that is answered, and waits for the answer no longer than `ms`. */
  const request = (ms: number, order: (id: number) => WriterOrder): Promise<number> => {
    if (worker === undefined) return Promise.resolve(0);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const finish = (value: number): void => {
        cancel();
        replies.delete(id);
        resolve(value);
      };
      const cancel = clock.after(ms, () => finish(0));
      replies.set(id, finish);
      post(order(id));
    });
  };

  launch();
  return {
    wake: () => post({ kind: 'wake' }),
    safe: (wanted) => {
      if (state.kind === 'failing') return Promise.resolve(err(state.problem ?? ''));
      if (!isBehind(safe, wanted)) return Promise.resolve(ok(undefined));
      return new Promise((resolve) => {
        const settle = (outcome: Result<undefined, string>): void => {
          cancel();
          waiters.delete(waiter);
          resolve(outcome);
        };
        const waiter: Waiter = { position: wanted, settle };
        const cancel = clock.after(STORE_MS, () =>
          settle(err(`${start.file} could not be written within ${STORE_MS / 1_000} s.`)),
        );
        waiters.add(waiter);
      });
    },
    settled: async () => {
      if (state.kind !== 'failing') await request(SETTLE_MS, (id) => ({ kind: 'settle', id }));
    },
    count: (json) => request(COUNT_MS, (id) => ({ kind: 'count', id, json })),
    listen: (isOn) => {
      isHeard = isOn;
      post({ kind: 'listen', isOn });
    },
    setRetention: (limits) => post({ kind: 'retention', limits }),
    position: () => position,
    state: () => state,
    opened: opened.promise,
    close: async () => {
      isClosing = true;
      if (worker === undefined) return;
      post({ kind: 'close' });
      const cancel = clock.after(CLOSE_MS, () => closed.resolve());
      await closed.promise;
      cancel();
      await worker?.terminate();
    },
  };
}

interface Waiter {
  readonly position: JournalPosition;
  readonly settle: (outcome: Result<undefined, string>) => void;
}

const isBehind = (position: JournalPosition, wanted: JournalPosition): boolean =>
  position.file < wanted.file || (position.file === wanted.file && position.offset < wanted.offset);
