import { parentPort, workerData } from 'node:worker_threads';
import { startIdleCollector, systemClock } from '@toolmark/base';
import { createCounterClient } from '../counter/counter-client.ts';
import { createStore } from '../store/create-store.ts';
import { openSqlite } from '../store/sqlite/sqlite-engine.ts';
import { sqliteErrors } from '../store/sqlite/sqlite-errors.ts';
import type { WriterOrder, WriterReport, WriterStart } from './messages.ts';
import { createWriter } from './writer.ts';

/** The thread that stores. It is talked to in orders and reports, and ends by itself when it is told to close. */
const port = parentPort;
if (port === null) throw new Error('This file is run as a worker.');
// Handed over by createWriterClient, which is the only one to start this.
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
// Its timer does not keep the thread alive.
startIdleCollector();
