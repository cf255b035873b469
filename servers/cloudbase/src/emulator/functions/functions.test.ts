import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../create-emulator.ts';
import { cloudRequest } from '../fixtures/signed-request.ts';
import { zipOf } from '../templates.ts';

let emulator: Emulator;
let count = 0;
beforeAll(async () => {
  // The clock stays within one second.
  const start = new Date();
  emulator = await createEmulator({ now: () => start });
});
afterAll(() => emulator.close());

const ask = (action: string, payload: object) =>
  cloudRequest(emulator, 'scf', action, { Namespace: emulator.envId, ...payload });
const create = async (FunctionName: string, code: string | Buffer, more: object = {}) => {
  const zip = typeof code === 'string' ? await zipOf({ 'index.js': code }) : code;
  return ask('CreateFunction', { FunctionName, Code: { ZipFile: zip.toString('base64') }, ...more });
};
/** Deploys a function, creates a route to it, and requests it. */
async function run(code: string | Buffer, more: object = {}, init: RequestInit = {}): Promise<Response> {
  const name = `fn${++count}`;
  expect(await create(name, code, more)).not.toHaveProperty('Error');
  await cloudRequest(emulator, 'tcb', 'CreateCloudBaseGWAPI', {
    ServiceId: emulator.envId,
    Path: `/${name}`,
    Name: name,
  });
  return fetch(`${emulator.functionUrl(emulator.envId)}/${name}/rest?q=1`, init);
}

describe('a function that is called over HTTP', () => {
  it('receives the request and only its own variables', async () => {
    const reply = await run(
      'exports.main = async (event) => ({ event, env: Object.keys(process.env) });',
      {
        Environment: { Variables: [{ Key: 'OWN', Value: '1' }] },
      },
      { method: 'POST', body: 'text' },
    );
    const { event, env } = (await reply.json()) as { event: object; env: string[] };
    expect(event).toMatchObject({ path: '/rest', httpMethod: 'POST', queryStringParameters: { q: '1' }, body: 'text' });
    expect(env).toContain('OWN');
    expect(env).not.toContain('PATH');
  });

  it('can build the whole reply', async () => {
    const reply = await run(
      "exports.main = () => ({ statusCode: 201, headers: { 'x-own': 1 }, body: Buffer.from('ä').toString('base64'), isBase64Encoded: true });",
    );
    expect([reply.status, reply.headers.get('x-own'), await reply.text()]).toEqual([201, '1', 'ä']);
  });

  it.each([
    ['throws', "exports.main = () => { throw new Error('broken'); };", 500, /broken/],
    ['ends its process', 'exports.main = () => process.exit(3);', 500, /ended with 3/],
    ['has no such export', 'exports.other = () => 1;', 500, /no export main/],
    ['never ends', 'exports.main = () => new Promise(() => setInterval(() => {}, 1e6));', 504, /after 1 seconds/],
    [
      'answers with an invalid header name',
      "exports.main = () => ({ statusCode: 200, headers: { 'a b': 'x' } });",
      502,
      /cannot be sent/,
    ],
    [
      'answers with a line break in a header',
      "exports.main = () => ({ statusCode: 200, headers: { a: 'x\\r\\ny: 1' } });",
      502,
      /cannot be sent/,
    ],
  ])('and %s gets an error reply, and the emulator keeps running', async (_, code, status, text) => {
    const reply = await run(code, { Timeout: 1 });
    expect([reply.status, await reply.text()]).toEqual([status, expect.stringMatching(text)]);
    expect(await cloudRequest(emulator, 'tcb', 'DescribeEnvs', {})).toHaveProperty('EnvList');
  });

  it('runs its new code after it was deleted and created again within a second', async () => {
    await create('again', "exports.main = () => 'one';");
    await cloudRequest(emulator, 'tcb', 'CreateCloudBaseGWAPI', {
      ServiceId: emulator.envId,
      Path: '/again',
      Name: 'again',
    });
    const get = async () => (await fetch(`${emulator.functionUrl(emulator.envId)}/again`)).text();
    expect(await get()).toBe('one');
    await ask('DeleteFunction', { FunctionName: 'again' });
    expect(await get()).toContain('does not exist');
    await create('again', "exports.main = () => 'two';");
    expect(await get()).toBe('two');
  });

  it('is not executed for a runtime other than Node.js', async () => {
    const reply = await run('exports.main = () => 1;', { Runtime: 'Python3.9' });
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('Python3.9')]);
  });
});

describe('a package', () => {
  it.each([
    ['with a path that leaves it', { '../../out.js': 'x' }],
    ['with an absolute path', { '/out.js': 'x' }],
  ])('%s is not unpacked', async (_, files) => {
    const zip = await zipOf({ 'index.js': 'exports.main = () => 1;', 'AA/AA/out.js': 'x', ...plain(files) });
    const [evil = ''] = Object.keys(files);
    const reply = await run(rename(zip, evil));
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('cannot be unpacked')]);
  });

  it.each([
    ['aGVsbG8=', /no zip file/],
    ['', /neither ZipFile nor/],
  ])('%j is refused', async (ZipFile, message) => {
    expect(await ask('CreateFunction', { FunctionName: 'bad', ...(ZipFile && { Code: { ZipFile } }) })).toMatchObject({
      Error: { Message: expect.stringMatching(message) },
    });
  });
});

/** Creates the archive with a harmless name of the same length, because the library refuses unsafe names. */
const plain = (files: object): Record<string, string> =>
  Object.fromEntries(Object.keys(files).map((name) => ['x'.repeat(name.length), 'x']));

function rename(zip: Buffer, name: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll('x'.repeat(name.length), name), 'latin1');
}
