import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTools, serveTools } from '../../fixtures/serve-tools.ts';
import { downloadRemoteFile } from '../download/download-remote-file.ts';
import { extensionOf } from '../download/extension.ts';
import { file } from './index.ts';

let root: string;
let temporary: string;
let server: ServedTools;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolmark-files-'));
  temporary = join(root, 'own');
  server = await serveTools(file.tools, { services: { temporary } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

interface Made {
  readonly filePath: string;
  readonly fileSize: number;
}
const create = (args: object) => server.call('createTempFile', { ...args }) as Promise<Made>;
const read = (filePath: string, asBase64 = false) => server.call('readTempFile', { filePath, asBase64 });
const failure = (code: string) => ({ failed: { code } });

describe('createTempFile', () => {
  it('writes text and base64 with their exact size, readable by this user only', async () => {
    const text = await create({ content: '你好', extension: '.txt' });
    expect(text).toEqual({ filePath: expect.stringMatching(/own\/[0-9a-f]{32}\.txt$/), fileSize: 6 });
    expect((await stat(text.filePath)).mode & 0o777).toBe(0o600);
    expect(await read(text.filePath)).toEqual({ content: '你好', fileSize: 6, encoding: 'utf-8' });
    const bytes = await create({ content: '/wD+\n', isBase64: true });
    expect(bytes.fileSize).toBe(3);
    expect(await read(bytes.filePath, true)).toEqual({ content: '/wD+', fileSize: 3, encoding: 'base64' });
    expect(await read(bytes.filePath)).toMatchObject(failure('INVALID_ARGUMENT'));
  });

  it.each(['/../../escaped', '.txt/../../escaped', '..', '.', 'txt', '.t xt', '.toolongextension', '.a\0b', '.txt\n'])(
    'refuses the extension %j, and writes nothing',
    async (extension) => {
      expect(await create({ content: 'x', extension })).toMatchObject(failure('INVALID_ARGUMENT'));
      expect(existsSync(temporary) ? await readdir(temporary) : []).toEqual([]);
      expect((await readdir(root)).filter((name) => name !== 'own')).toEqual([]);
    },
  );

  it.each(['no base64!', 'YQ=', 'YQ', 'YR==', 'a$b=', 'YQ==YQ=='])('refuses %j as base64', async (content) => {
    expect(await create({ content, isBase64: true })).toMatchObject(failure('INVALID_ARGUMENT'));
  });

  it('has the same limit for text and base64, and names it', async () => {
    const most = 'x'.repeat(100 * 1024);
    expect(await create({ content: most })).toMatchObject({ fileSize: most.length });
    for (const args of [
      { content: `${most}x` },
      { content: Buffer.from(`${most}x`).toString('base64'), isBase64: true },
    ])
      expect(await create(args)).toMatchObject({
        failed: { code: 'TOO_LARGE', message: expect.stringContaining('TEMP_FILE_LIMIT') },
      });
  });
});

describe('readTempFile', () => {
  beforeEach(async () => {
    await mkdir(temporary, { recursive: true });
    await writeFile(join(root, 'secret'), 'secret');
    await mkdir(join(root, 'own-not'));
    await writeFile(join(root, 'own-not', 'secret'), 'secret');
  });

  it('takes a path and a bare name', async () => {
    const { filePath } = await create({ content: 'x' });
    expect(await read(filePath)).toMatchObject({ content: 'x' });
    expect(await read(basename(filePath))).toMatchObject({ content: 'x' });
  });

  it.each([
    ['a path elsewhere', () => '/etc/passwd'],
    ['a way out', () => join(temporary, '..', 'secret')],
    ['an absolute path that leads out', () => `${temporary}/../secret`],
    ['a relative path that leads out', () => '../secret'],
    ['a folder that begins with the same name', () => join(root, 'own-not', 'secret')],
    ['a path that does not exist elsewhere', () => join(root, 'no-such-file')],
    ['the folder itself', () => temporary],
  ])('refuses %s', async (_what, path) => {
    expect(await read(path())).toMatchObject(failure('NOT_ALLOWED'));
  });

  it('does not follow links out of its folder', async () => {
    await symlink(join(root, 'secret'), join(temporary, 'link'));
    await symlink(join(root, 'own-not'), join(temporary, 'linked-folder'));
    expect(await read(join(temporary, 'link'))).toMatchObject(failure('NOT_ALLOWED'));
    expect(await read(join(temporary, 'linked-folder', 'secret'))).toMatchObject(failure('NOT_ALLOWED'));
  });

  it('reports a missing file, a folder, and a file that is too large', async () => {
    expect(await read('missing.txt')).toMatchObject(failure('NOT_FOUND'));
    await mkdir(join(temporary, 'folder'));
    expect(await read('folder')).toMatchObject(failure('INVALID_ARGUMENT'));
    await writeFile(join(temporary, 'large'), 'x'.repeat(100 * 1024 + 1));
    await link(join(temporary, 'large'), join(temporary, 'other-name'));
    expect(await read('other-name')).toMatchObject(failure('TOO_LARGE'));
  });
});

describe('downloadRemoteFile', () => {
  const serving = async (mayReachPrivate: boolean) => {
    let hits = 0;
    const http = createServer((_request, response) => {
      hits++;
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('hello');
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.2', resolve));
    const tools = await serveTools([downloadRemoteFile], { services: { temporary, mayReachPrivate } });
    return {
      hits: () => hits,
      call: (path: string) =>
        tools.call('downloadRemoteFile', { url: `http://127.0.0.2:${(http.address() as AddressInfo).port}${path}` }),
      [Symbol.asyncDispose]: async () => {
        await tools[Symbol.asyncDispose]();
        http.closeAllConnections();
        http.close();
      },
    };
  };

  it('downloads a file into the temporary folder, also as octet-stream', async () => {
    await using remote = await serving(true);
    const made = (await remote.call('/logo.png?x=.exe')) as Made;
    expect(made).toEqual({
      filePath: expect.stringMatching(/own\/[0-9a-f]{32}\.png$/),
      contentType: 'application/octet-stream',
      fileSize: 5,
    });
    expect((await stat(made.filePath)).mode & 0o777).toBe(0o600);
    expect(await read(made.filePath)).toMatchObject({ content: 'hello' });
  });

  it('does not connect to this machine, and creates no file', async () => {
    await using remote = await serving(false);
    expect(await remote.call('/')).toMatchObject(failure('ADDRESS_REFUSED'));
    expect(remote.hits()).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
  });

  it.each([
    ['text/html', '/a.exe', '.html'],
    ['application/x-msdownload', '/setup.exe', '.bin'],
    ['', '/run.sh', '.bin'],
    ['', '/a.tar.gz', '.gz'],
    ['', '/..%2f..%2fetc', '.bin'],
    ['constructor', '/A.JSON', '.json'],
  ])('saves %j from %s with the extension %s', (type, path, expected) => {
    expect(extensionOf(type, new URL(path, 'http://a.example'))).toBe(expected);
  });
});
