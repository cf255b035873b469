import type { Worker } from 'node:worker_threads';
import { toMessage } from '@toolmark/annotations';
import type { Clock } from '@toolmark/base';
import { createBackoff } from './start-worker.ts';

/** A worker thread that starts on the first question and ends when idle. */
export interface OnDemandWorker<Order extends Numbered, Report extends Numbered> {
  /** RejectedLines on a timeout, or with `WorkerUnavailable` if the thread was stopped or never started. */
  readonly ask: (make: (id: number) => Order) => Promise<Report>;
  /** Replaces the thread; pending questions are rejected. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

interface Numbered {
  readonly id: number;
}

export interface OnDemandWorkerOptions {
  /** What it does, for messages: "reads". */
  readonly does: string;
  readonly start: () => Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

/**
 * An idle thread takes about 20 MB, or over 100 with the tokenizer's tables; starting one takes a fraction of a second.
 */
const IDLE_MS = 30_000;

/** The question is not at fault: no thread could start, or it was stopped on purpose. */
export class WorkerUnavailable extends Error {}

export function createOnDemandWorker<Order extends Numbered, Report extends Numbered>(
  options: OnDemandWorkerOptions,
): OnDemandWorker<Order, Report> {
  const { does, start, clock, deadlineMs } = options;
  const backoff = createBackoff();
  let running: Running<Report> | undefined;
  let notBefore = 0;
  let lastId = 0;
  let isClosed = false;
  let cancelIdle: (() => void) | undefined;

  const endWhenIdle = (): void => {
    cancelIdle?.();
    cancelIdle = clock.after(IDLE_MS, () => {
      if (running?.waiting.size === 0) void leave('')?.worker.terminate();
    });
  };
  const launch = (): Running<Report> => {
    if (clock.now() < notBefore) throw new WorkerUnavailable(`The thread that ${does} could not be started.`);
    try {
      const worker = start();
      worker.unref();
      return follow(worker);
    } catch (error) {
      notBefore = clock.now() + backoff.next();
      throw new WorkerUnavailable(`The thread that ${does} could not be started: ${toMessage(error)}`);
    }
  };
  const follow = (worker: Running<Report>['worker']): Running<Report> => {
    const thread: Running<Report> = { worker, waiting: new Map() };
    worker.on('message', (report: Report) => {
      backoff.reset();
      thread.waiting.get(report.id)?.resolve(report);
    });
    const end = (error: Error): void => {
      if (running === thread) {
        running = undefined;
        cancelIdle?.();
      }
      failAll(thread, error);
    };
    worker.on('error', (error) => end(new Error(`The thread that ${does} crashed: ${toMessage(error)}`)));
    worker.on('exit', () => end(new Error(`The thread that ${does} has ended.`)));
    return thread;
  };
  const leave = (reason: string): Running<Report> | undefined => {
    const left = running;
    running = undefined;
    cancelIdle?.();
    if (left !== undefined) failAll(left, new WorkerUnavailable(reason));
    return left;
  };

  return {
    ask: (make) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new WorkerUnavailable('The gateway is stopping.');
        running ??= launch();
        const { waiting, worker } = running;
        lastId += 1;
        const id = lastId;
        const settle =
          <Value>(finish: (value: Value) => void) =>
          (value: Value): void => {
            cancel();
            waiting.delete(id);
            if (waiting.size === 0 && running?.waiting === waiting) endWhenIdle();
            finish(value);
          };
        const cancel = clock.after(deadlineMs, () => {
          waiting.get(id)?.reject(new Error(`The thread that ${does} did not reply within ${deadlineMs / 1_000} s.`));
          // Terminate it: it hangs.
          void worker.terminate();
        });
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        worker.postMessage(make(id));
      }),
    restart: () => void leave(`The thread that ${does} was restarted.`)?.worker.terminate(),
    close: async () => {
      isClosed = true;
      cancelIdle?.();
      await leave('The gateway is stopping.')?.worker.terminate();
    },
  };
}

interface Running<Report> {
  readonly worker: ReturnType<OnDemandWorkerOptions['start']>;
  readonly waiting: Map<number, Waiting<Report>>;
}

interface Waiting<Report> {
  readonly resolve: (report: Report) => void;
  readonly reject: (error: Error) => void;
}

function failAll<Report>({ waiting }: Running<Report>, error: Error): void {
  for (const { reject } of [...waiting.values()]) reject(error);
}
