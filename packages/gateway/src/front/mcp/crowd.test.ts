import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { rawRequest } from './fixtures/raw-request.ts';
import { initialize, legacy, modern } from './fixtures/requests.ts';
import { serveFront } from './fixtures/serve.ts';

const CLIENTS = 1_000;

it('serves a thousand clients of each era at once, in little memory', { timeout: 60_000 }, async () => {
  const front = await serveFront();
  const before = heap();
  const sessions: string[] = [];
  for (let n = 0; n < CLIENTS; n += 50) {
    sessions.push(...(await Promise.all(Array.from({ length: 50 }, () => initialize(front.url)))));
  }
  const each = (heap() - before) / CLIENTS;
  expect(front.front.stats().sessions).toBe(CLIENTS);
  // A session takes 2 kB in maps and closures; the rest is for the sockets.
  expect(each).toBeLessThan(10_000);

  const answers = await Promise.all(
    sessions.flatMap((session, n) => [
      rawRequest(
        front.url,
        legacy({ id: n, method: 'tools/call', params: { name: 'echo', arguments: { n } } }, session),
      ),
      rawRequest(front.url, modern('tools/call', { name: 'echo', arguments: { n } })),
    ]),
  );
  const texts = answers.map(
    ({ messages }) => (messages[0] as { result: { content: { text: string }[] } }).result.content[0]?.text,
  );
  expect(texts).toEqual(sessions.flatMap((_, n) => [`{"n":${n}}`, `{"n":${n}}`]));
  expect(front.front.stats().running).toBe(0);
  await front.close();
});

it('adds no listener to a connection with every request on it', async () => {
  const front = await serveFront();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const counts = new Set<number>();
  front.server.on('request', (req, res) => {
    res.on('finish', () => {
      counts.add(req.socket.eventNames().reduce((sum, name) => sum + req.socket.listenerCount(name), 0));
    });
  });
  const { headers, body } = modern('tools/call', { name: 'progress', _meta: { progressToken: 1 } });
  for (let n = 0; n < 50; n++) {
    await new Promise((resolve, reject) => {
      const req = request(front.url, { method: 'POST', agent, headers: headers as Record<string, string> }, (res) => {
        res.resume().on('end', resolve);
      });
      req.on('error', reject);
      req.end(JSON.stringify(body));
    });
  }
  agent.destroy();
  await front.close();
  expect(counts.size).toBeLessThanOrEqual(2);
});

function heap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
