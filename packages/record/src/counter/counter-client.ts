import type { Clock } from '@toolmark/base';
import { createOnDemandWorker, type OnDemandWorkerOptions } from '../on-demand-worker.ts';
import { startWorker } from '../start-worker.ts';
import type { Digest, Undigested } from '../store/store.ts';
import type { CounterOrder, CounterReport } from './messages.ts';

/**
 * The client of the counting thread. RejectedLines if the thread crashes or times out; with `WorkerUnavailable` if the input is not
 * at fault.
 */
export interface CounterClient {
  readonly countCalls: (calls: readonly Undigested[]) => Promise<readonly Digest[]>;
  readonly countPage: (json: Uint8Array) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Counting takes bounded time, so a slower thread hangs. */
const COUNT_MS = 60_000;

export function createCounterClient(
  clock: Clock,
  start: OnDemandWorkerOptions['start'] = () => startWorker('./counter-thread.ts', import.meta.url, undefined),
): CounterClient {
  const thread = createOnDemandWorker<CounterOrder, CounterReport>({
    does: 'counts',
    start,
    clock,
    deadlineMs: COUNT_MS,
  });
  const ask = async <Kind extends CounterReport['kind']>(
    make: (id: number) => CounterOrder & { readonly kind: Kind },
  ): Promise<CounterReport & { readonly kind: Kind }> =>
    // Answers have the kind of their request.
    (await thread.ask(make)) as CounterReport & { readonly kind: Kind };
  return {
    countCalls: async (calls) => (await ask((id) => ({ kind: 'calls', id, calls }))).digests,
    countPage: async (json) => (await ask((id) => ({ kind: 'page', id, json }))).tokens,
    close: thread.close,
  };
}
