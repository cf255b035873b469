// node upstream.ts: a stdio server that answers with the requested shape.
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { DEFINITIONS } from './definitions.ts';
import { SHAPES } from './shapes.ts';

const OWN = ['erase', 'give', 'fail', 'take', 'offer', 'progress', 'drip', 'noise'].map((name) => ({
  name,
  description: 'Returns a value of the requested shape.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: name !== 'erase', destructiveHint: name === 'erase', openWorldHint: false },
}));
let offered: readonly object[] = [];

const write = (text: string): boolean => process.stdout.write(`${text}\n`);
const send = (message: object): boolean => write(JSON.stringify({ jsonrpc: '2.0', ...message }));
const done = (id: number): boolean => send({ id, result: { content: [{ type: 'text', text: 'done' }] } });

/** Writes repeatedly, without keeping everything in memory. */
const repeatWrite = async (n: number, work: (at: number) => void): Promise<void> => {
  for (let at = 0; at < n; at++) {
    work(at);
    if (at % 100 === 0) await turn();
  }
};

interface Given {
  readonly id: number;
  readonly shape: string;
  readonly n: number;
  readonly mark: string;
  readonly token: unknown;
}

const CALLS: Readonly<Record<string, (given: Given) => unknown>> = {
  give: ({ id, shape, n }) =>
    write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"value":${SHAPES[shape]?.(n)}}}}`),
  fail: ({ id, shape, n }) =>
    write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"no","data":${SHAPES[shape]?.(n)}}}`),
  take: ({ id }) => done(id),
  /**
   * Changes the offered tools: definitions of some shape, and a marker tool that shows whether the gateway has accepted
   * them.
   */
  offer: ({ id, shape, n, mark }) => {
    offered = [{ ...OWN[2], name: mark }, ...(DEFINITIONS[shape]?.(n) ?? [])];
    done(id);
    send({ method: 'notifications/tools/list_changed' });
  },
  progress: async ({ id, n, token }) => {
    const params = { progressToken: token, message: 'x'.repeat(200) };
    await repeatWrite(n, (progress) => send({ method: 'notifications/progress', params: { ...params, progress } }));
    done(id);
  },
  /** Writes a line slowly. */
  drip: async ({ id, n }) => {
    await repeatWrite(n, () => process.stdout.write('x'));
    write('');
    done(id);
  },
  /** Writes lines that are not messages. */
  noise: async ({ id, n }) => {
    await repeatWrite(n, () => write('{"not":"a message"}'));
    done(id);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true } };
    send({
      id,
      result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'hostile', version: '1' } },
    });
  } else if (method === 'tools/list') send({ id, result: { tools: [...OWN, ...offered] } });
  else if (method === 'tools/call') {
    const call = CALLS[params.name] ?? CALLS['take'];
    void call?.({ ...params.arguments, id, token: params._meta?.progressToken });
  } else send({ id, error: { code: -32601, message: 'Method not found' } });
});
