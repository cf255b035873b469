import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  answerJson,
  answerRecorded,
  type FakeRegistry,
  RECORDED,
  recorded,
  startFakeRegistry,
} from './fixtures/fake-registry.ts';
import { REGISTRY_LIMITS } from './limits.ts';
import { createRegistry, type RegistryOptions } from './registry.ts';

let fake: FakeRegistry | undefined;
afterEach(async () => await fake?.close());

async function registryOf(answer?: Answer, options: Partial<RegistryOptions> = {}) {
  fake = await startFakeRegistry(answer);
  return createRegistry({ url: fake.url, version: '0.0.0', ...options });
}

const names = (servers: readonly { readonly server: { readonly name: string } }[]) =>
  servers.map(({ server }) => server.name);

describe('a registry', () => {
  it('is searched for the latest versions by words in the name', async () => {
    const registry = await registryOf();
    const found = await registry.search('sea ch'.replace(' ', 'r'), { limit: 10 });
    expect(found.ok && names(found.value.servers)).toEqual(['io.example/search-mcp']);
    expect(fake?.asked).toEqual(['/v0.1/servers?version=latest&limit=10&search=search']);
  });

  it('is read page by page until there are enough results', async () => {
    const registry = await registryOf(answerRecorded(RECORDED.servers, 'v0.1', 1));
    const found = await registry.search('', { limit: 2 });
    expect(found.ok && [names(found.value.servers), found.value.cursor]).toEqual([
      ['io.example/search-mcp', 'io.example/files'],
      '2',
    ]);
    const more = await registry.search('', { limit: 2, cursor: '2' });
    expect(more.ok && [names(more.value.servers), more.value.cursor]).toEqual([
      ['io.example/weather', 'io.example/embedded'],
      undefined,
    ]);
  });

  it.each([
    ['v0', ''],
    ['v0.1', ''],
    ['v0', '/v0'],
  ])('with API version %s is queried at its root and at %j', async (spelling, path) => {
    fake = await startFakeRegistry(answerRecorded(RECORDED.servers, spelling));
    const registry = createRegistry({ url: `${fake.url}${path}`, version: '0.0.0' });
    expect(await registry.get('io.example/weather')).toMatchObject({ ok: true, value: { status: 'deprecated' } });
    expect(await registry.search('weather')).toMatchObject({ ok: true, value: { servers: [{}] } });
  });

  it('reports an unknown server as missing', async () => {
    const registry = await registryOf();
    expect(await registry.get('io.example/gone')).toEqual({
      ok: false,
      error: { kind: 'missing', message: `The registry at ${fake?.url} has no server 'io.example/gone'.` },
    });
  });

  it('skips invalid entries', async () => {
    const old = {
      server: { name: 'io.example/a', version: '1' },
      _meta: { 'io.modelcontextprotocol.registry/official': { isLatest: false } },
    };
    const gone = {
      server: { name: 'io.example/b', version: '1' },
      _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deleted' } },
    };
    const flat = { name: 'io.example/c', version: '1', packages: null, extra: { deep: [] } };
    const registry = await registryOf(
      answerJson({ servers: [1, null, {}, { server: { name: 'no\nname', version: '1' } }, old, gone, flat] }),
    );
    const found = await registry.search('');
    expect(found.ok && [names(found.value.servers), found.value.skipped]).toEqual([['io.example/c'], 4]);
  });
});

describe('an unreliable registry', () => {
  const small = { ...REGISTRY_LIMITS, bytes: 20_000, timeMs: 300 };
  const send =
    (status: number, headers: Record<string, string>, body: string | Buffer): Answer =>
    (_request, response) =>
      response.writeHead(status, headers).end(body);

  it.each<[string, Answer, string]>([
    ['sends too much', send(200, {}, JSON.stringify({ servers: ['x'.repeat(30_000)] })), 'more than 20 KiB'],
    [
      'never ends its answer',
      (_request, response) => void response.writeHead(200).write('{'),
      'did not answer within 0.3 s',
    ],
    ['never answers', () => {}, 'did not answer within 0.3 s'],
    ['sends HTML', send(200, {}, '<html>'), 'did not answer with JSON'],
    ['sends other JSON', answerJson([]), 'did not answer with a list of servers'],
    ['has no such path', answerJson({}, 404), 'is not an MCP registry'],
    ['is down', answerJson({}, 503), 'status 503; try again later'],
    ['refuses', answerJson({}, 403), 'status 403'],
    ['nests deeply', send(200, {}, `${'['.repeat(70)}${']'.repeat(70)}`), 'nested too deeply'],
    [
      'sends a compression bomb',
      send(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000))),
      'compressed',
    ],
    [
      'redirects to another host',
      send(302, { location: 'http://169.254.169.254/latest?secret=1' }, ''),
      'redirects to http://169.254.169.254/latest;',
    ],
    [
      'redirects to itself forever',
      (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
      'more than 3 times',
    ],
    ['is not UTF-8', send(200, {}, Buffer.from([0x22, 0xff, 0x22])), 'did not answer with JSON'],
  ])('%s', async (_what, answer, wanted) => {
    const registry = await registryOf(answer, { limits: small });
    const found = await registry.search('x');
    expect(found.ok ? found : found.error.message).toContain(wanted);
  });

  it('is followed on redirects within its origin', async () => {
    const answer: Answer = (request, response) =>
      request.url === '/there'
        ? answerJson({ servers: [recorded('io.example/weather')] })(request, response)
        : void response.writeHead(307, { location: '/there' }).end();
    const found = await (await registryOf(answer)).search('');
    expect(found.ok && names(found.value.servers)).toEqual(['io.example/weather']);
  });

  it('cannot return another server than requested', async () => {
    const registry = await registryOf(answerJson(recorded('io.example/weather')));
    expect(await registry.get('io.example/other')).toMatchObject({
      error: { message: expect.stringContaining('another server') },
    });
  });

  it('cannot lead to private addresses under a public name', async () => {
    fake = await startFakeRegistry();
    const { port } = new URL(fake.url);
    const lookUp = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const registry = createRegistry({ url: `http://registry.example.com:${port}`, version: '0.0.0', lookUp });
    const found = await registry.search('x');
    expect(found.ok ? found : found.error.message).toContain('resolves to 127.0.0.1, a private address');
    expect(fake.asked).toEqual([]);
    const own = createRegistry({ url: `http://registry.internal:${port}`, version: '0.0.0', lookUp });
    expect((await own.search('x')).ok).toBe(true);
  });

  it('reports a refused connection', async () => {
    const registry = createRegistry({ url: 'http://127.0.0.1:1', version: '0.0.0' });
    expect(await registry.search('x')).toMatchObject({
      error: { message: 'The registry at http://127.0.0.1:1 refuses connections.' },
    });
  });
});
