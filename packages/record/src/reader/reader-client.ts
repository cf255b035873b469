import { type Clock, parseJson, settlesWithin } from '@toolmark/base';
import { createOnDemandWorker, type OnDemandWorkerOptions } from '../on-demand-worker.ts';
import { startWorker } from '../start-worker.ts';
import type { StoreReader } from '../store/store.ts';
import type { ReaderOrder, ReaderReport } from './messages.ts';

/** Reads the store in a worker thread. Every question is answered or rejected within a deadline. */
export interface ReaderClient {
  readonly reader: StoreReader;
  /** The file was replaced: the next question reopens it. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

export interface ReaderClientOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Resolves when the writer has created the file, or cannot. */
  readonly opened: Promise<void>;
  /** Why reading is not possible at the moment. */
  readonly problem: () => string | undefined;
  readonly thread?: OnDemandWorkerOptions['start'];
}

const ANSWER_MS = 30_000;
/** How long a question waits for the file; creating or migrating it takes less. */
const OPEN_MS = 10_000;

export function createReaderClient(options: ReaderClientOptions): ReaderClient {
  const { file, clock, opened, problem } = options;
  const start = options.thread ?? (() => startWorker('./reader-thread.ts', import.meta.url, { file }));
  const thread = createOnDemandWorker<ReaderOrder, ReaderReport>({
    does: 'reads',
    start,
    clock,
    deadlineMs: ANSWER_MS,
  });
  const closing = new AbortController();

  const ask = async (method: ReaderOrder['method'], parameters: readonly unknown[]): Promise<unknown> => {
    const isThere = !closing.signal.aborted && (await settlesWithin(opened, OPEN_MS, clock, closing.signal));
    if (closing.signal.aborted) throw new Error('The gateway is stopping.');
    const reason = isThere ? problem() : `${file} could not be opened within ${OPEN_MS / 1_000} s.`;
    if (reason !== undefined) throw new Error(reason);
    const report = await thread.ask((id) => ({ id, method, parameters }));
    if (report.kind === 'error') throw new Error(report.message);
    return report.json === undefined ? undefined : parseJson(report.json);
  };
  const method = <Name extends keyof StoreReader>(name: Name): StoreReader[Name] =>
    // Both sides have this type; only messages pass between them.
    ((...parameters: readonly unknown[]) => ask(name, parameters)) as unknown as StoreReader[Name];

  return {
    reader: {
      calls: method('calls'),
      call: method('call'),
      export: method('export'),
      sessions: method('sessions'),
      session: method('session'),
      stats: method('stats'),
      usage: method('usage'),
      versions: method('versions'),
      eventsAfter: method('eventsAfter'),
      lastEvent: method('lastEvent'),
      approvals: method('approvals'),
      approval: method('approval'),
      size: method('size'),
    },
    restart: thread.restart,
    close: () => {
      closing.abort();
      return thread.close();
    },
  };
}
