import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askGateway, type RunningFront, startFront } from './fixtures/running-gateway.ts';

let front: RunningFront;

beforeAll(async () => {
  front = await startFront([{ name: 'notes' }]);
});

afterAll(() => front.close());

const folder = () => mkdtemp(join(tmpdir(), 'toolmark-data-'));

/** Serves something that is not a gateway while `use` runs. */
async function beside(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('finding the gateway', () => {
  it.each<[string, () => readonly string[], string | undefined]>([
    ['by TOOLMARK_HOME', () => [], 'home'],
    ['by --data', () => ['--data', front.data], undefined],
    ['by --url, with the token of the data folder', () => ['--url', front.url], 'home'],
    ['by the address of its endpoint', () => ['--url', `${front.url}/mcp`, '--data', front.data], undefined],
  ])('%s', async (_case, args, home) => {
    const found = await askGateway(['servers', ...args()], home === undefined ? {} : { home: front.data });
    expect([found.code, found.stderr]).toEqual([0, '']);
    expect(found.stdout).toContain('notes');
  });

  it('fails with the start command if none is running', async () => {
    const data = await folder();
    const sentence = `No gateway is running on ${data}. Start one with: toolmark serve`;
    expect(await askGateway(['servers'], { home: data })).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
    const given = await askGateway(['tools', '--data', data]);
    expect([given.code, given.stderr]).toEqual([2, `${sentence} --data ${data}\n`]);
    const spaced = await askGateway(['tools', '--data', `${data}/my data`]);
    expect(spaced.stderr.endsWith(`toolmark serve --data '${data}/my data'\n`)).toBe(true);
  });

  it('treats a gateway that crashed and left its file behind as not running', async () => {
    const gone = await startFront([]);
    gone.close();
    const { code, stderr } = await askGateway(['servers'], { home: gone.data });
    expect([code, stderr]).toEqual([2, `No gateway is running on ${gone.data}. Start one with: toolmark serve\n`]);
    const direct = await askGateway(['servers', '--url', gone.url]);
    expect(direct.stderr).toBe(`Nothing answers at ${gone.url}. Start a gateway with: toolmark serve\n`);
  });

  it.each(['', '{', '[]', '{"url":"file:///etc/passwd","pid":1,"started_at":"x","version":"1"}'])(
    'fails for a file that contains %j',
    async (text) => {
      const data = await folder();
      await writeFile(join(data, 'gateway.json'), text);
      const { code, stderr } = await askGateway(['servers'], { home: data });
      const file = join(data, 'gateway.json');
      const advice = 'Delete it and start the gateway again with: toolmark serve';
      expect([code, stderr]).toEqual([2, `${file} does not contain the gateway's address. ${advice}\n`]);
    },
  );

  it.each(['127.0.0.1:7420', 'ftp://127.0.0.1', 'here'])('fails for %s', async (url) => {
    const { code, stderr } = await askGateway(['servers', '--url', url]);
    expect([code, stderr]).toEqual([2, '--url takes the address of a gateway, such as --url http://127.0.0.1:7420\n']);
  });
});

describe('the token', () => {
  it("prints the gateway's message if it is missing or wrong", async () => {
    const none = await askGateway(['servers', '--url', front.url]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("This gateway requires the owner's token.")]);
    const data = await folder();
    await writeFile(join(data, 'owner-token'), 'another-token-that-opens-another-gateway');
    const wrong = await askGateway(['servers', '--url', front.url, '--data', data]);
    expect(wrong.stderr).toContain('This is not a token of this gateway.');
    for (const { stderr } of [none, wrong]) expect(stderr).toMatch(/--data <folder>\.\n$/);
    expect(wrong.stderr).not.toContain('another-token');
  });

  it('is sent to this machine, and to others only if --data is given', async () => {
    // This name resolves to loopback but does not look like it, so it stands for a foreign host.
    const seen: (string | undefined)[] = [];
    await beside(
      (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(404).end();
      },
      async (url) => {
        const foreign = url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
        await askGateway(['servers', '--url', foreign], { home: front.data });
        await askGateway(['servers', '--url', foreign, '--data', front.data]);
        await askGateway(['servers', '--url', url], { home: front.data });
      },
    );
    expect(seen).toEqual([undefined, expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)]);
  });

  it('does not follow redirects', async () => {
    const before = front.requests.length;
    await beside(
      (_request, response) => void response.writeHead(302, { location: `${front.url}/api/v1/servers` }).end(),
      async (url) => {
        const { code, stderr } = await askGateway(['servers', '--url', url], { home: front.data });
        expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be asked')]);
      },
    );
    expect(front.requests.length).toBe(before);
  });
});

describe('an answer', () => {
  it('names parameters, which are printed as the typed options', async () => {
    const problems = [{ path: 'from', message: 'must be before to' }];
    const error = { code: 'bad_request', message: 'from must be before to', problems };
    await beside(
      (_request, response) => void response.writeHead(400).end(JSON.stringify({ error })),
      async (url) => {
        const { code, stderr } = await askGateway(['calls', '--url', url, '--since', '1h', '--until', '2h']);
        expect([code, stderr]).toEqual([2, '--since must be before --until.\n']);
      },
    );
  });

  it.each<[string, RequestListener, string]>([
    ['from something else', (_request, response) => void response.end('<html>'), 'answered with something else'],
    ['of another version', (_request, response) => void response.end('{"servers":[{}],"total":1}'), 'another version'],
    ['that fails', (_request, response) => void response.writeHead(502).end('bad'), 'answered with status 502'],
    ['without content', (request) => void request.socket.destroy(), 'cannot be asked'],
  ])('%s', async (_case, listener, sentence) => {
    await beside(listener, async (url) => {
      const { code, stdout, stderr } = await askGateway(['servers', '--url', url]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(sentence);
      expect(stderr.trimEnd()).not.toContain('\n');
    });
  });

  it('that is late is not awaited after Ctrl-C', async () => {
    const interrupt = new AbortController();
    await beside(
      () => interrupt.abort(),
      async (url) => {
        const { code, stderr } = await askGateway(['servers', '--url', url], { signal: interrupt.signal });
        expect([code, stderr]).toEqual([130, 'Interrupted.\n']);
      },
    );
  });

  it('is not needed if the gateway requires none', async () => {
    await beside(
      (_request, response) => void response.end('{"servers":[],"total":0}'),
      async (url) => expect((await askGateway(['servers', '--url', url])).code).toBe(0),
    );
  });
});
