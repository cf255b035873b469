import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../emulator/refusal.ts';
import { zipOf } from '../../emulator/templates.ts';
import { type ServedEmulator, serveEmulator } from '../../fixtures/serve-emulator.ts';
import type { Elicit } from '../../fixtures/serve-tools.ts';

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });
const says = (text: string) => `exports.main = async ({ queryStringParameters: q }) => ({ text: '${text}', q });\n`;
const create = ({ call }: ServedEmulator, func: object, more: object = {}) =>
  call('createFunction', { func, functionRootPath: 'fns', force: false, ...more });
const functionsOf = ({ emulator }: ServedEmulator) =>
  (emulator.snapshot()[emulator.envId] as { readonly functions: Readonly<Record<string, object>> }).functions;
const invoke = async ({ emulator }: ServedEmulator, path: string): Promise<unknown> =>
  (await fetch(`${emulator.functionUrl(emulator.envId)}${path}`)).json();

describe('a deployed function', () => {
  it('runs when its HTTP access is called, also after a code update', async () => {
    await using served = await serveEmulator({ elicit: yes });
    await served.write('fns/tick/lib/text.js', "module.exports = 'one';\n");
    await served.write(
      'fns/tick/index.js',
      "exports.main = async ({ queryStringParameters: q }) => ({ text: require('./lib/text.js'), q, key: process.env.KEY });\n",
    );
    const func = { name: 'tick', timeout: 7, envVariables: { KEY: 'value' }, handler: 'index.main' };
    expect(await create(served, func)).toEqual({
      name: 'tick',
      created: true,
      status: 'Active',
      createdTriggers: [],
      keptTriggers: [],
      requestId: expect.any(String),
    });
    expect(functionsOf(served)['tick']).toMatchObject({
      timeout: 7,
      runtime: 'Nodejs18.15',
      installDependency: true,
      variables: { KEY: 'value' },
    });
    const { url } = (await served.call('createFunctionHTTPAccess', { name: 'tick', path: '/tick' })) as { url: string };
    expect(await (await fetch(`${url}?a=1`)).json()).toEqual({ text: 'one', q: { a: '1' }, key: 'value' });
    await served.write('fns/tick/lib/text.js', "module.exports = 'two';\n");
    await served.call('updateFunctionCode', { name: 'tick', functionRootPath: 'fns' });
    expect(await invoke(served, '/tick')).toMatchObject({ text: 'two', key: 'value' });
  });

  it('is found in the named folder itself, and in cloudfunctions of the workspace', async () => {
    await using served = await serveEmulator();
    await served.write('fns/tick/index.js', says('fns'));
    await served.write('cloudfunctions/tock/index.js', says('default'));
    expect(await create(served, { name: 'tick' }, { functionRootPath: 'fns/tick' })).toMatchObject({ created: true });
    expect(await create(served, { name: 'tock' }, { functionRootPath: undefined })).toMatchObject({ created: true });
  });

  it('is uploaded without ignored files and links out of its folder', async () => {
    await using served = await serveEmulator({ elicit: yes });
    await served.write('fns/tick/index.js', says('x'));
    await create(served, { name: 'tick' });
    const clean = functionsOf(served)['tick'];
    await served.write('fns/tick/node_modules/dep/index.js', 'big');
    await served.write('fns/tick/.git/config', 'secret');
    await served.write('fns/tick/notes.md', 'notes');
    await served.write('secret.txt', 'secret');
    await symlink(join(served.workspace, 'secret.txt'), join(served.workspace, 'fns/tick/link.txt'));
    expect(await create(served, { name: 'tick', ignore: '*.md' }, { force: true })).toMatchObject({ created: false });
    expect(functionsOf(served)['tick']).toEqual(clean);
    // If Tencent installs nothing, the local dependencies are uploaded.
    await create(served, { name: 'tick', ignore: '*.md', installDependency: false }, { force: true });
    expect(functionsOf(served)['tick']).not.toMatchObject({ code: (clean as { code: string }).code });
  });

  it('keeps existing triggers, and gets the missing ones', async () => {
    await using served = await serveEmulator({ isUnattended: true });
    await served.write('fns/tick/index.js', says('x'));
    const hourly = { name: 'hourly', type: 'timer', config: '0 0 * * * * *' };
    await create(served, { name: 'tick', triggers: [hourly] });
    const triggers = [
      { ...hourly, config: '0 30 * * * * *' },
      { ...hourly, name: 'daily' },
    ];
    expect(await create(served, { name: 'tick', triggers }, { force: true })).toMatchObject({
      createdTriggers: ['daily'],
      keptTriggers: ['hourly'],
    });
    expect(functionsOf(served)['tick']).toMatchObject({
      triggers: [{ name: 'hourly', description: hourly.config }, { name: 'daily' }],
    });
  });
});

describe('an existing function', () => {
  it.each([false, true])('is unchanged without force, unattended: %s', async (isUnattended) => {
    await using served = await serveEmulator({ elicit: yes, isUnattended });
    await served.write('fns/hello/index.js', says('x'));
    const before = functionsOf(served);
    expect(await create(served, { name: 'hello' })).toMatchObject({
      failed: { code: 'ALREADY_EXISTS', message: expect.stringMatching(/left alone.+another name.+force/) },
    });
    expect(functionsOf(served)).toEqual(before);
  });

  it('that appears between the check and the creation is not replaced', async () => {
    await using served = await serveEmulator();
    await served.write('fns/late/index.js', says('x'));
    served.emulator.refuse('scf CreateFunction', new Refusal('ResourceInUse.FunctionName', 'exists'));
    expect(await create(served, { name: 'late' }, { force: true })).toMatchObject({
      failed: { code: 'ALREADY_EXISTS', details: { cloudCode: 'ResourceInUse.FunctionName' } },
    });
    expect(served.emulator.requests.map(({ action }) => action)).not.toContain('UpdateFunctionCode');
  });

  it('keeps the settings that an update of its code does not name', async () => {
    await using served = await serveEmulator({ elicit: yes });
    await served.write('fns/tick/app.js', says('x'));
    await create(served, { name: 'tick', handler: 'app.main', runtime: 'Nodejs16.13', installDependency: true });
    await served.call('updateFunctionCode', { name: 'tick', functionRootPath: 'fns' });
    expect(functionsOf(served)['tick']).toMatchObject({
      handler: 'app.main',
      runtime: 'Nodejs16.13',
      installDependency: true,
    });
  });

  it('gets every setting that an update of its code names', async () => {
    await using served = await serveEmulator({ elicit: yes });
    const zipFile = (await zipOf({ 'app.js': says('zip') })).toString('base64');
    const args = { name: 'hello', zipFile, handler: 'app.main', runtime: 'Nodejs16.13', installDependency: true };
    expect(await served.call('updateFunctionCode', args)).toMatchObject({ status: 'Active', runtime: 'Nodejs16.13' });
    expect(functionsOf(served)['hello']).toMatchObject({
      handler: 'app.main',
      runtime: 'Nodejs16.13',
      installDependency: true,
    });
    expect(await invoke(served, '/hello')).toMatchObject({ text: 'zip' });
  });

  it('must exist for an update of its code', async () => {
    await using served = await serveEmulator({ elicit: yes });
    expect(await served.call('updateFunctionCode', { name: 'no' })).toMatchObject({
      failed: { code: 'NOT_FOUND', message: expect.stringContaining('createFunction makes one') },
    });
  });
});

describe('a step that fails after the function was created', () => {
  it.each([
    [
      'BatchCreateTrigger',
      { triggers: [{ name: 't', type: 'timer', config: 'no cron' }] },
      /was created, but a later step/,
    ],
    ['GetFunction', {}, /was created, but a later step/],
  ])('is reported as PARTLY_DONE: %s', async (action, more, message) => {
    await using served = await serveEmulator();
    await served.write('fns/tick/index.js', says('x'));
    const refuse = () => served.emulator.refuse(`scf ${action}`, new Refusal('InternalError', 'It failed.'));
    if (action === 'GetFunction') {
      // The first two requests check whether the function exists.
      served.emulator.refuse('scf GetFunction', new Refusal('ResourceNotFound.FunctionName', 'no'), 2);
    }
    refuse();
    expect(await create(served, { name: 'tick', ...more })).toMatchObject({
      failed: {
        code: 'PARTLY_DONE',
        message: expect.stringMatching(message),
        details: { name: 'tick', created: true, cloudCode: 'InternalError' },
      },
    });
    expect(functionsOf(served)).toHaveProperty('tick');
  });

  it('is reported when the configuration is refused after the code was replaced', async () => {
    await using served = await serveEmulator({ isUnattended: true });
    await served.write('fns/hello/index.js', says('x'));
    served.emulator.refuse('scf UpdateFunctionConfiguration', new Refusal('UnauthorizedOperation', 'No.'));
    expect(await create(served, { name: 'hello', timeout: 9 }, { force: true })).toMatchObject({
      failed: { code: 'PARTLY_DONE', message: expect.stringContaining('its configuration was not') },
    });
  });
});

describe('an invalid call is refused before anything is asked or sent', () => {
  const CASES: readonly (readonly [string, string, object, string, RegExp])[] = [
    ['no folder', 'createFunction', { func: { name: 'no' } }, 'INVALID_ARGUMENT', /no file or folder .+fns\/no/],
    ['no handler', 'createFunction', { func: { name: 'bad' } }, 'INVALID_ARGUMENT', /has no index\.js/],
    ['a file', 'createFunction', { func: { name: 'file' } }, 'INVALID_ARGUMENT', /is not a folder/],
    ['too large', 'createFunction', { func: { name: 'big' } }, 'TOO_LARGE', /the limit is 1572864.+installDependency/],
    [
      'no root',
      'createFunction',
      { func: { name: 'x' }, functionRootPath: undefined },
      'INVALID_ARGUMENT',
      /cloudfunctions or functions/,
    ],
    ['not base64', 'updateFunctionCode', { name: 'hello', zipFile: 'not base64!' }, 'INVALID_ARGUMENT', /base64/],
    ['no zip', 'updateFunctionCode', { name: 'hello', zipFile: 'aGVsbG8=' }, 'INVALID_ARGUMENT', /not a zip file/],
    [
      'both',
      'updateFunctionCode',
      { name: 'hello', zipFile: 'UEsDBA==', functionRootPath: 'fns' },
      'INVALID_ARGUMENT',
      /not both/,
    ],
  ];
  it.each(CASES)('%s: %s', async (_, tool, args, code, message) => {
    const elicit = vi.fn(yes);
    await using served = await serveEmulator({ elicit });
    await served.write('fns/bad/main.js', says('x'));
    await served.write('fns/file', 'x');
    await served.write('fns/big/index.js', randomBytes(2_000_000));
    const before = functionsOf(served);
    const base = tool === 'createFunction' ? { functionRootPath: 'fns', force: true } : {};
    expect(await served.call(tool, { ...base, ...args })).toMatchObject({
      failed: { code, message: expect.stringMatching(message) },
    });
    expect([elicit.mock.calls, functionsOf(served)]).toEqual([[], before]);
  });

  it.each([
    { name: '1st' },
    { name: 'a'.repeat(61) },
    { name: '../x' },
    { name: 'x', runtime: 'Nodejs 18.15' },
    { name: 'x', timeout: 901 },
    { name: 'x', handler: 'index' },
  ])('%j', async (func) => {
    await using served = await serveEmulator();
    const result = await served.client.callTool({ name: 'createFunction', arguments: { func, force: false } });
    expect(result.isError).toBe(true);
    expect(served.emulator.requests).toEqual([]);
  });
});

describe('the list of functions', () => {
  it('comes in pages', async () => {
    await using served = await serveEmulator();
    for (const name of ['a', 'b']) {
      await served.write(`fns/${name}/index.js`, says(name));
      await create(served, { name });
    }
    expect(await served.call('getFunctionList', { limit: 1, offset: 1 })).toMatchObject({
      functions: [{ name: 'a', status: 'Active', runtime: 'Nodejs18.15' }],
      total: 3,
    });
  });

  it('comes from scf if tcb does not know the action', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('tcb ListFunctions', new Refusal('InvalidAction', 'Unknown action.'));
    for (let count = 0; count < 2; count++)
      expect(await served.call('getFunctionList')).toMatchObject({ functions: [{ name: 'hello' }] });
    // The second call does not try tcb again.
    expect(served.emulator.requests.map(({ service, action }) => `${service} ${action}`)).toEqual([
      'tcb ListFunctions',
      'scf ListFunctions',
      'scf ListFunctions',
    ]);
  });
});
