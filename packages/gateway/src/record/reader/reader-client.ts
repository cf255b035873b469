import type { Worker } from 'node:worker_threads';
import { toMessage } from '@toolmark/annotations';
import { parseJson } from '../../json.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Clock } from '../../upstream/clock.ts';
import { startThread } from '../thread.ts';
import type { ReaderOrder, ReaderReport } from './messages.ts';

/** The store for reading, in a thread of its own. Every question is answered, or rejected within a deadline. */
export interface ReaderClient {
  readonly reader: StoreReader;
  /** The file is another one now: the next question opens it. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

export interface ReaderClientOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Resolves when the file is there, or will not be for now: it is made by who writes. */
  readonly opened: Promise<void>;
  /** Why nothing can be read at the moment. */
  readonly problem: () => string | undefined;
}

const ANSWER_MS = 30_000;

/** The thread is started by the first question: many gateways are never asked. */
export function createReaderClient({ file, clock, opened, problem }: ReaderClientOptions): ReaderClient {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const failAll = (message: string): void => {
    for (const { reject } of [...waiting.values()]) reject(new Error(message));
  };
  const launch = (): Worker => {
    const started = startThread('./reader-thread.ts', import.meta.url, { file });
    started.unref();
    started.on('message', (report: ReaderReport) => {
      const asked = waiting.get(report.id);
      if (report.kind === 'value') asked?.resolve(report.json === undefined ? undefined : parseJson(report.json));
      else asked?.reject(new Error(report.message));
    });
    started.on('error', (error) => failAll(toMessage(error)));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      failAll('The record cannot be read at the moment.');
    });
    return started;
  };
  const ask = async (method: ReaderOrder['method'], parameters: readonly unknown[]): Promise<unknown> => {
    await opened;
    const reason = isClosed ? 'The gateway is being stopped.' : problem();
    if (reason !== undefined) return Promise.reject(new Error(reason));
    worker ??= launch();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const settle =
        <Value>(finish: (value: Value) => void) =>
        (value: Value): void => {
          cancel();
          waiting.delete(id);
          finish(value);
        };
      const cancel = clock.after(ANSWER_MS, () => {
        waiting.get(id)?.reject(new Error(`The record gave no answer within ${ANSWER_MS / 1_000} s.`));
        // Whatever it is busy with, nobody waits for it any more.
        void worker?.terminate();
      });
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      worker?.postMessage({ id, method, parameters } satisfies ReaderOrder);
    });
  };
  const method = <Name extends keyof StoreReader>(name: Name): StoreReader[Name] =>
    // Both sides have the same type; between them it is a message.
    ((...parameters: readonly unknown[]) => ask(name, parameters)) as unknown as StoreReader[Name];

  return {
    reader: {
      calls: method('calls'),
      call: method('call'),
      export: method('export'),
      sessions: method('sessions'),
      session: method('session'),
      stats: method('stats'),
      versions: method('versions'),
      eventsAfter: method('eventsAfter'),
      lastEvent: method('lastEvent'),
      size: method('size'),
    },
    restart: () => {
      void worker?.terminate();
      worker = undefined;
    },
    close: async () => {
      isClosed = true;
      failAll('The gateway is being stopped.');
      await worker?.terminate();
    },
  };
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}
