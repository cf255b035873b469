import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDED_KEYS, type RecordedRequest, readRecordedRequests } from '../fixtures/recorded-requests.ts';
import { createEmulator, type Emulator } from './create-emulator.ts';

/** The recording server had no state and refused nothing. These requests contradict the emulator's state. */
const EXPECTED: Readonly<Record<string, string>> = {
  // The client treats this error as an empty list.
  'GET /?cors=': 'NoSuchCORSConfiguration',
  // The domain was unbound two requests before.
  TcbModifyAttribute: 'ResourceNotFound',
  // The model was never created.
  DescribeBasicDataSource: 'ResourceNotFound',
};

const recorded = readRecordedRequests();
const versions = [...new Set(recorded.map(([name]) => name.split(' ', 1)[0] ?? ''))];

describe.each(versions)('the recorded requests of %s', (version) => {
  let emulator: Emulator;
  let clock = new Date();

  beforeAll(async () => {
    emulator = await createEmulator({
      credentials: RECORDED_KEYS,
      environments: [{ envId: 'env-test-123', alias: 'test', instanceId: 'tnt-abc' }],
      now: () => clock,
    });
  });
  afterAll(() => emulator.close());

  it.each(recorded.filter(([name]) => name.startsWith(version)))('is answered: %s', async (_, recording) => {
    clock = new Date(timeOf(recording) * 1000);
    const { body } = await send(emulator, recording);
    const failure = /"Code":"([^"]+)"|<Code>([^<]+)<|"code":"((?!SUCCESS)[^"]+)"/.exec(body)?.slice(1).find(Boolean);
    const { method, path, headers } = recording;
    expect([undefined, EXPECTED[headers['x-tc-action'] ?? `${method} ${path}`]]).toContain(failure);
  });

  it('have the recorded effects', () => {
    expect(emulator.snapshot()).toMatchObject({
      'env-test-123': {
        alias: 'new-alias',
        authDomains: ['env-test-123.tcloudbaseapp.com', 'localhost', 'a.example.com'],
        hosting: {
          objects: { 'site/fn/': { size: 0 }, 'site/fn/index.js': { contentType: 'application/javascript' } },
        },
        storage: { objects: { 'd/f.txt': { size: 3 } } },
        gateway: [{ path: '/p', name: 'fn', type: 1, auth: 2 }],
        collections: {
          todos: { documents: [], indexes: [{ name: '_id_' }, { name: 'i', isUnique: false }] },
        },
      },
    });
  });
});

/** The time of the signature. */
function timeOf({ headers, body }: RecordedRequest): number {
  const sign = /q-sign-time=(\d+)/.exec(`${headers['authorization'] ?? ''}${body}`);
  return Number(headers['x-tc-timestamp'] ?? sign?.[1]);
}

/** The recorded request with the headers that the recording omits. */
async function send(
  emulator: Emulator,
  { method, host, path, headers, body }: RecordedRequest,
): Promise<{ readonly status: number; readonly body: string }> {
  const signed = headers['authorization'] ?? '';
  const sent = httpRequest(new URL(path, emulator.url), {
    method,
    headers: {
      ...headers,
      host,
      ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
      ...(signed.includes('content-md5') && { 'content-md5': createHash('md5').update(body).digest('base64') }),
    },
  });
  sent.end(body);
  const [reply] = await once(sent, 'response');
  return { status: reply.statusCode, body: await text(reply) };
}
