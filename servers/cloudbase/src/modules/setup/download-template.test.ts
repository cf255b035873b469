import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { TENCENT } from '../../cloud/endpoints.ts';
import { type ServeToolsOptions, serveTools } from '../../fixtures/serve-tools.ts';
import { translateTo } from '../../lang/lang.ts';
import { downloadTemplate } from './download-template.ts';
import { unzip } from './unzip.ts';

let root: string;
let workspace: string;
let temporary: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolmark-template-'));
  [workspace, temporary] = [join(root, 'workspace'), join(root, 'temporary')];
  await mkdir(workspace);
});
afterEach(() => rm(root, { recursive: true }));

interface Packed {
  readonly name: string;
  readonly content?: string;
  readonly mode?: number;
}

/** A zip file; names that yazl refuses are patched in afterwards, over a name of the same length. */
async function pack(files: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  const renamed: [string, string][] = [];
  for (const [index, { name, content = 'new', mode = 0o100644 }] of files.entries()) {
    const safe =
      name.includes('..') || /^\/|^[A-Z]:|\\/.test(name) || files.findIndex((one) => one.name === name) < index;
    const stored = safe ? String(index).padEnd(name.length, 'x') : name;
    if (safe) renamed.push([stored, name]);
    zip.addBuffer(Buffer.from(content), stored, { mode });
  }
  zip.end();
  let data = (await buffer(zip.outputStream)).toString('latin1');
  for (const [stored, name] of renamed) data = data.replaceAll(stored, name);
  return Buffer.from(data, 'latin1');
}

const TEMPLATE: readonly Packed[] = [
  { name: 'package.json', content: '{}' },
  { name: 'src/main.ts', content: 'new main' },
  { name: 'src/pages/home.ts', content: 'new home' },
];

/** The tool with a template server that always returns the same archive. */
async function start(files: readonly Packed[] | Buffer = TEMPLATE, options: ServeToolsOptions = {}) {
  const data = Buffer.isBuffer(files) ? files : await pack(files as readonly Packed[]);
  const seen: string[] = [];
  const http = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/zip' }).end(data);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const templates = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/templates/`);
  const server = await serveTools([downloadTemplate], {
    ...options,
    services: {
      workspace,
      temporary,
      mayReachPrivate: true,
      endpoints: { ...TENCENT, templates },
      ...options.services,
    },
  });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    http.closeAllConnections();
    http.close();
  });
  return { seen, call: (args: object = {}) => server.call('downloadTemplate', { template: 'react', ...args }) };
}

const YES = () => ({ action: 'accept' as const, content: { proceed: true } });
const inWorkspace = (path: string) => readFile(join(workspace, path), 'utf8');

describe('a template', () => {
  it('is unpacked into the workspace, and leaves no temporary files', async () => {
    const { call, seen } = await start();
    expect(await call()).toEqual({
      workspace,
      created: 3,
      overwritten: 0,
      skipped: 0,
      files: ['package.json', 'src/main.ts', 'src/pages/home.ts'],
    });
    expect(seen).toEqual(['/templates/web-cloudbase-react-template.zip']);
    expect(await inWorkspace('src/main.ts')).toBe('new main');
    expect(await readdir(temporary)).toEqual(['templates']);
  });

  it('keeps existing files', async () => {
    await writeFile(join(workspace, 'package.json'), 'mine');
    const { call } = await start();
    expect(await call()).toMatchObject({ created: 2, overwritten: 0, skipped: 1 });
    expect(await inWorkspace('package.json')).toBe('mine');
    expect(await call()).toMatchObject({ created: 0, skipped: 3, files: [] });
  });

  it('lists at most 50 files', async () => {
    const { call } = await start(Array.from({ length: 60 }, (_, index) => ({ name: `${index}.txt` })));
    const result = (await call()) as { created: number; files: string[] };
    expect([result.created, result.files.length]).toEqual([60, 50]);
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('overwriting, revision %s', (revision) => {
  beforeEach(() => writeFile(join(workspace, 'package.json'), 'mine'));

  it('needs consent, and the question names the files', async () => {
    const asked: string[] = [];
    const { call } = await start(TEMPLATE, {
      revision,
      elicit: ({ message }) => {
        asked.push(message);
        return YES();
      },
    });
    expect(await call({ overwrite: true })).toMatchObject({ created: 2, overwritten: 1, skipped: 0 });
    expect(asked).toEqual([expect.stringContaining('1 file of the workspace would be overwritten: package.json.')]);
    expect(await inWorkspace('package.json')).toBe('{}');
    // All files are the same now, so there is no loss and no question.
    expect(await call({ overwrite: true })).toMatchObject({ created: 0, overwritten: 0, skipped: 3 });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['a no', { elicit: () => ({ action: 'decline' as const }) }, 'DECLINED'],
    ['a client that cannot ask', {}, 'NEEDS_CONSENT'],
  ])('changes nothing with %s', async (_what, options, code) => {
    const { call } = await start(TEMPLATE, { revision, ...options });
    expect(await call({ overwrite: true })).toMatchObject({
      failed: { code, message: expect.stringContaining('without overwrite') },
    });
    expect(await readdir(workspace)).toEqual(['package.json']);
    expect(await inWorkspace('package.json')).toBe('mine');
  });

  it('does not ask in an empty workspace', async () => {
    await rm(join(workspace, 'package.json'));
    const { call } = await start(TEMPLATE, { revision });
    expect(await call({ overwrite: true })).toMatchObject({ created: 3 });
  });
});

describe('an archive that is hostile', () => {
  it.each<[string, Packed]>([
    ['a path that leads out', { name: '../escaped' }],
    ['a path that leads out later', { name: 'a/../../escaped' }],
    ['an absolute path', { name: '/tmp/escaped' }],
    ['a drive', { name: 'C:/escaped' }],
    ['a backslash', { name: '..\\escaped' }],
    ['a symbolic link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
    ['a device', { name: 'device', mode: 0o020644 }],
    ['a git hook', { name: '.git/hooks/post-checkout' }],
    ['a duplicate', { name: 'first.txt' }],
  ])('with %s is refused before anything is written', async (_what, entry) => {
    const { call } = await start([{ name: 'first.txt' }, entry]);
    expect(await call()).toMatchObject({ failed: { code: 'UNEXPECTED_REPLY' } });
    expect(await readdir(workspace)).toEqual([]);
    expect(existsSync(join(root, 'escaped'))).toBe(false);
    expect(await readdir(temporary)).toEqual(['templates']);
  });

  it('is refused if it is not a zip file', async () => {
    const { call } = await start(Buffer.from('<html>not found</html>'));
    expect(await call()).toMatchObject({ failed: { code: 'UNEXPECTED_REPLY' } });
  });

  it.each([{ entries: 2 }, { bytes: 10 }])('is refused beyond the limit %j', async (limits) => {
    const [zip, folder] = [join(root, 'a.zip'), join(root, 'out')];
    await writeFile(zip, await pack(TEMPLATE));
    await mkdir(folder);
    const { signal } = new AbortController();
    await expect(unzip(zip, folder, { t: translateTo('en'), signal, limits })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused if an entry unpacks to more than it announced', async () => {
    const data = await pack([{ name: 'bomb', content: 'x'.repeat(100_000) }]);
    const at = data.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    data.writeUInt32LE(10, at + 24);
    const { call } = await start(data);
    expect(await call()).toMatchObject({ failed: { code: 'UNEXPECTED_REPLY' } });
    expect(await readdir(workspace)).toEqual([]);
  });
});

describe('links in the workspace', () => {
  it('are not followed out of it', async () => {
    await mkdir(join(root, 'outside'));
    await symlink(join(root, 'outside'), join(workspace, 'src'));
    const { call } = await start();
    expect(await call()).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
    expect([await readdir(join(root, 'outside')), await readdir(workspace)]).toEqual([[], ['src']]);
  });

  it('are followed within it', async () => {
    await mkdir(join(workspace, 'real'));
    await symlink('real', join(workspace, 'src'));
    const { call } = await start();
    expect(await call()).toMatchObject({ created: 3 });
    expect(await inWorkspace('real/main.ts')).toBe('new main');
  });

  it('are replaced themselves, not their targets', async () => {
    await writeFile(join(root, 'outside'), 'outside');
    await symlink(join(root, 'outside'), join(workspace, 'package.json'));
    const { call } = await start(TEMPLATE, { elicit: YES });
    expect(await call()).toMatchObject({ skipped: 1 });
    expect(await call({ overwrite: true })).toMatchObject({ overwritten: 1 });
    expect(await readFile(join(root, 'outside'), 'utf8')).toBe('outside');
    expect((await lstat(join(workspace, 'package.json'))).isFile()).toBe(true);
  });
});

it.each([
  ['a folder in the place of a file', () => mkdir(join(workspace, 'package.json'))],
  ['a file in the place of a folder', () => writeFile(join(workspace, 'src'), 'mine')],
])('refuses %s before anything is written', async (_what, prepare) => {
  await prepare();
  const { call } = await start();
  expect(await call()).toMatchObject({ failed: { code: 'ALREADY_EXISTS' } });
  expect(await readdir(workspace)).toHaveLength(1);
});
