import { parentPort, workerData } from 'node:worker_threads';
import { startIdleCollector, systemClock } from '@toolmark/base';
import { createCounterClient } from '../counter/counter-client.ts';
import { createStore } from '../store/create-store.ts';
import { openSqlite } from '../store/sqlite/sqlite-engine.ts';
import { sqliteErrors } from '../store/sqlite/sqlite-errors.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { createWriter } from './writer.ts';

/** The storing thread. It receives orders, sends reports, and exits on close. */
const port = parentPort;
if (port === null) throw new Error('This file must run as a worker.');
// Set by createWriterClient, the only place that starts this thread.
const start = workerData as WriterStart;
const writer = createWriter({
  start,
  open: async (file) => createStore(await openSqlite({ file })),
  errors: sqliteErrors,
  counter: createCounterClient(systemClock),
  report: (report: WriterReport) => {
    port.postMessage(report);
    if (report.kind === 'closed') port.close();
  },
  clock: systemClock,
});
port.on('message', (order: WriterOrder) => writer.handle(order));
// The timer does not keep the thread alive.
startIdleCollector();
