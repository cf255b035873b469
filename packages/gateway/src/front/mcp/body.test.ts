import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawRequest } from './fixtures/raw-request.ts';
import { modern } from './fixtures/requests.ts';
import { type ServedFront, serveFront } from './fixtures/serve.ts';

const LIMITS = { bodyBytes: 2_000, depth: 20, values: 100_000, sessions: 10, sessionIdleMs: 60_000 };

describe('the body of a request', () => {
  let front: ServedFront;
  beforeEach(async () => {
    front = await serveFront({ limits: LIMITS });
  });
  afterEach(() => front.close());

  const call = (args: object) => modern('tools/call', { name: 'echo', arguments: args });
  const text = (args: object): string => JSON.stringify(call(args).body);

  it('keeps numbers that no double holds', async () => {
    const numbers = '[12345678901234567890,1e400]';
    const body = text({ n: 'here' }).replace('"here"', numbers);
    const response = await rawRequest(front.url, { ...call({}), body });
    expect(response.text).toContain(numbers);
  });

  it('is refused before it arrives when its declared length exceeds the limit', async () => {
    const { headers } = call({});
    const response = await new Promise<IncomingMessage>((resolve) => {
      const announced = { ...(headers as Record<string, string>), 'content-length': '3000' };
      const req = request(front.url, { method: 'POST', headers: announced }, resolve);
      req.on('error', () => {});
      req.flushHeaders();
    });
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    response.destroy();
  });

  it('is refused as soon as it exceeds the limit, and the rest is not kept', async () => {
    const { headers } = call({});
    const status = await new Promise((resolve) => {
      const req = request(front.url, { method: 'POST', headers: { ...headers } as Record<string, string> }, (res) => {
        resolve(res.statusCode);
        req.destroy();
      });
      req.on('error', () => {});
      // The body has no end.
      req.write(' '.repeat(3_000));
    });
    expect(status).toBe(413);
  });

  it.each([
    [
      'exactly as long as the limit',
      (json: string) => json + ' '.repeat(LIMITS.bodyBytes - Buffer.byteLength(json)),
      200,
    ],
    ['with a byte order mark', (json: string) => `\uFEFF${json}`, 200],
    ['of several bytes per character', (json: string) => json, 200],
    ['cut short', (json: string) => json.slice(0, -1), 400],
    ['empty', () => '', 400],
    ['that is not JSON', () => '{"a":', 400],
  ])('%s', async (_name, change, status) => {
    const response = await rawRequest(front.url, { ...call({}), body: change(text({ a: 'größe 🎉' })) });
    expect(response.status).toBe(status);
    if (status === 400) expect(response.messages).toMatchObject([{ id: null, error: { code: -32700 } }]);
    else expect(JSON.stringify(response.messages)).toContain('größe 🎉');
  });

  it('may arrive in chunks that split a character', async () => {
    const bytes = Buffer.from(text({ a: '🎉' }));
    const at = bytes.indexOf(0xf0) + 2;
    const { headers } = call({});
    const body = await new Promise<string>((resolve, reject) => {
      const req = request(front.url, { method: 'POST', headers: { ...headers } as Record<string, string> }, (res) => {
        res.setEncoding('utf8').on('data', resolve);
      });
      req.on('error', reject);
      req.write(bytes.subarray(0, at), () => req.end(bytes.subarray(at)));
    });
    expect(body).toContain('🎉');
  });

  it('is refused when it is nested too deep, before it is parsed', async () => {
    let deep: object = {};
    for (let level = 0; level < 30; level++) deep = { deep };
    const response = await rawRequest(front.url, call(deep));
    expect(response).toMatchObject({ status: 400, messages: [{ id: null, error: { code: -32600 } }] });
    expect(front.core.callers).toEqual([]);
  });

  it('is refused when it has too many values, with an error that names the setting', async () => {
    const roomy = await serveFront({ limits: { ...LIMITS, bodyBytes: 10_000_000, values: 1_000 } });
    try {
      const wide = (count: number) => call({ list: Array.from({ length: count }, () => 0) });
      const response = await rawRequest(roomy.url, wide(1_000));
      const message = 'Payload Too Large: the body has more than 1000 values (limits.values)';
      expect(response).toMatchObject({ status: 413, messages: [{ id: null, error: { code: -32000, message } }] });
      expect(roomy.core.callers).toEqual([]);
      expect((await rawRequest(roomy.url, wide(900))).status).toBe(200);
    } finally {
      await roomy.close();
    }
  });

  it('is parsed in slices when it is long, and answered like any other', async () => {
    const roomy = await serveFront({ limits: { ...LIMITS, bodyBytes: 10_000_000 } });
    try {
      const rows = Array.from({ length: 5_000 }, (_unused, index) => ({ [`key ${index}`]: [index, 'größe'] }));
      const response = await rawRequest(roomy.url, call({ rows }));
      // The arguments come back as text in JSON.
      expect(response.text.includes(JSON.stringify(JSON.stringify(rows)).slice(1, -1))).toBe(true);
      const { headers } = call({});
      const broken = { headers: { ...(headers as object) }, body: `${text({ rows }).slice(0, -1)},` };
      expect(await rawRequest(roomy.url, { ...call({}), ...broken })).toMatchObject({
        status: 400,
        messages: [{ error: { code: -32700 } }],
      });
    } finally {
      await roomy.close();
    }
  });

  it('does no harm when its client disconnects in the middle', async () => {
    const { headers } = call({});
    await new Promise((resolve) => {
      const req = request(front.url, { method: 'POST', headers: { ...headers } as Record<string, string> });
      req.on('error', resolve);
      req.write('{"jsonrpc"', () => req.destroy(new Error('gone')));
    });
    expect((await rawRequest(front.url, call({}))).status).toBe(200);
    expect(front.core.callers).toHaveLength(1);
  });

  it.each(['PUT', 'PATCH', 'OPTIONS'])('%s is not allowed', async (method) => {
    const response = await rawRequest(front.url, { method });
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, POST, DELETE']);
  });
});
