import { Worker } from 'node:worker_threads';
import { within } from '../deadline.ts';

/** A caller that continuously makes small calls, and reports the slowest. */
export interface Probe {
  readonly begin: () => void;
  readonly end: () => Promise<SmallCalls>;
  readonly close: () => Promise<void>;
}

interface SmallCalls {
  /** The duration of the slowest in milliseconds. */
  readonly slowest: number;
  readonly calls: number;
}

const PAUSE_MS = 2;
const DEADLINE_MS = 60_000;

export async function createProbe(address: string, tool: string): Promise<Probe> {
  const worker = new Worker(new URL('probe-thread.ts', import.meta.url), {
    workerData: { address, tool, pauseMs: PAUSE_MS },
  });
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message) => {
        worker.off('error', reject);
        resolve(message);
      });
    });
  await within(DEADLINE_MS, 'the first small call', next());
  return {
    begin: () => worker.postMessage('begin'),
    end: async () => {
      const told = next();
      worker.postMessage('end');
      // The thread sends only this after the request.
      return (await within(DEADLINE_MS, 'a small call', told)) as SmallCalls;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
