import { parentPort } from 'node:worker_threads';
import { createTokenCounter } from '../tokens/token-counter.ts';
import type { CounterOrder, CounterReport } from './messages.ts';

/**
 * The token counting thread. Its tokenizer takes a quarter of a second to load and long texts take long, so no call
 * waits for it.
 */
const port = parentPort;
if (port === null) throw new Error('This file must run as a worker.');
const counter = createTokenCounter();

function answer(order: CounterOrder): CounterReport {
  const { id } = order;
  if (order.kind === 'page') return { kind: 'page', id, tokens: counter.countPage(order.json) };
  const digests = order.calls.map(({ seq, ...bodies }) => ({ seq, ...counter.countCall(bodies) }));
  return { kind: 'calls', id, digests };
}

port.on('message', (order: CounterOrder) => port.postMessage(answer(order)));
