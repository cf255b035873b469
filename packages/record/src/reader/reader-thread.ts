import { parentPort, workerData } from 'node:worker_threads';
import { toMessage } from '@toolmark/annotations';
import { createStoreReader } from '../store/read/create-reader.ts';
import { openSqlite } from '../store/sqlite/sqlite-engine.ts';
import type { StoreReader } from '../store/store.ts';
import type { ReaderOrder, ReaderReport, ReaderStart } from './messages.ts';

/** The reading thread: long queries do not block calls. */
const port = parentPort;
if (port === null) throw new Error('This file must run as a worker.');
// Set by createReaderClient, the only place that starts this thread.
const { file } = workerData as ReaderStart;
const engine = await openSqlite({ file, readOnly: true });
const reader = createStoreReader(engine);

port.on('message', ({ id, method, parameters }: ReaderOrder) => {
  // The only dynamic method call; both sides share one type.
  const run = reader[method] as (...values: readonly unknown[]) => ReturnType<StoreReader[keyof StoreReader]>;
  const answer = (report: ReaderReport): void => port.postMessage(report);
  run(...parameters).then(
    (value) => answer({ id, kind: 'value', json: JSON.stringify(value) }),
    (error: unknown) => answer({ id, kind: 'error', message: toMessage(error) }),
  );
});
