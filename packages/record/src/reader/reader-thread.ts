import { parentPort, workerData } from 'node:worker_threads';
import { toMessage } from '@toolmark/annotations';
import { createStoreReader } from '../store/read/create-reader.ts';
import { openSqlite } from '../store/sqlite/sqlite-engine.ts';
import type { StoreReader } from '../store/store.ts';
import type { ReaderOrder, ReaderReport, ReaderStart } from './messages.ts';

/** The thread that reads, so that no question, however long it takes to answer, keeps a call waiting. */
const port = parentPort;
if (port === null) throw new Error('This file is run as a worker.');
// Handed over by createReaderClient, which is the only one to start this.
const { file } = workerData as ReaderStart;
const engine = await openSqlite({ file, readOnly: true });
const reader = createStoreReader(engine);

port.on('message', ({ id, method, parameters }: ReaderOrder) => {
  // The one place where a method is called by its name; both sides have the same type.
  const run = reader[method] as (...values: readonly unknown[]) => ReturnType<StoreReader[keyof StoreReader]>;
  const answer = (report: ReaderReport): void => port.postMessage(report);
  run(...parameters).then(
    (value) => answer({ id, kind: 'value', json: JSON.stringify(value) }),
    (error: unknown) => answer({ id, kind: 'error', message: toMessage(error) }),
  );
});
