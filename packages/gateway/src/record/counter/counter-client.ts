import type { Worker } from 'node:worker_threads';
import type { Digest, Undigested } from '../../store/store.ts';
import { startThread } from '../thread.ts';
import type { CounterOrder, CounterReport } from './messages.ts';

/** The thread that counts, as others see it. It is started by the first order. Rejects when it ends before it has answered. */
export interface CounterClient {
  readonly countCalls: (calls: readonly Undigested[]) => Promise<readonly Digest[]>;
  readonly countPage: (json: Uint8Array) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Counting is bounded; whoever takes longer hangs. */
const COUNT_MS = 60_000;

export function createCounterClient(
  thread: () => Worker = () => startThread('./counter-thread.ts', import.meta.url, undefined),
): CounterClient {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const failAll = (message: string): void => {
    for (const { reject } of [...waiting.values()]) reject(new Error(message));
  };
  const launch = (): Worker => {
    const started = thread();
    started.unref();
    started.on('message', (report: CounterReport) => waiting.get(report.id)?.resolve(report));
    started.on('error', (error) => failAll(`The thread that counts broke: ${String(error)}`));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      failAll('The thread that counts has ended.');
    });
    return started;
  };
  const ask = <Kind extends CounterReport['kind']>(
    make: (id: number) => CounterOrder & { readonly kind: Kind },
  ): Promise<CounterReport & { readonly kind: Kind }> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.get(id)?.reject(new Error('The thread that counts gave no answer.'));
        void worker?.terminate();
      }, COUNT_MS).unref();
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      waiting.set(id, {
        resolve: (report) => {
          end();
          // Answers are of the kind of their order.
          resolve(report as CounterReport & { readonly kind: Kind });
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      worker ??= launch();
      worker.postMessage(make(id));
    });
  };
  return {
    countCalls: async (calls) => (await ask((id) => ({ kind: 'calls', id, calls }))).digests,
    countPage: async (json) => (await ask((id) => ({ kind: 'page', id, json }))).tokens,
    close: async () => {
      await worker?.terminate();
    },
  };
}

interface Waiting {
  readonly resolve: (report: CounterReport) => void;
  readonly reject: (error: Error) => void;
}
