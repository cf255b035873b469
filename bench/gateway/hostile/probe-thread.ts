// Another caller of the gateway, in a separate thread, because generating hostile messages blocks the main one.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { connectHttp } from '../load/http-client.ts';
import { callEcho } from '../load/operations.ts';

const { address, tool, pauseMs } = workerData as {
  readonly address: string;
  readonly tool: string;
  readonly pauseMs: number;
};
const client = await connectHttp(address, 'modern', {});
let slowest = 0;
let calls = 0;
let isStopRequested = false;

parentPort?.on('message', (message: 'begin' | 'end') => {
  if (message === 'begin') [slowest, calls] = [0, 0];
  else isStopRequested = true;
});
parentPort?.postMessage('ready');
for (;;) {
  const sent = performance.now();
  await callEcho(client, tool);
  slowest = Math.max(slowest, performance.now() - sent);
  calls += 1;
  if (isStopRequested) parentPort?.postMessage({ slowest, calls });
  isStopRequested = false;
  await sleep(pauseMs);
}
