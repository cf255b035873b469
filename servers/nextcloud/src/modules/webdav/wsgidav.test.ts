import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../../fixtures/connect.ts';
import { startWsgidav, type Wsgidav } from '../../fixtures/wsgidav.ts';

let wsgidav: Wsgidav;
let server: Awaited<ReturnType<typeof connectTo>>;
const call = (tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
  server.call(`nc_webdav_${tool}`, args);

beforeAll(async () => {
  wsgidav = await startWsgidav();
  server = await connectTo(wsgidav.nextcloud, ['webdav']);
  return async () => {
    await server[Symbol.asyncDispose]();
    await wsgidav[Symbol.asyncDispose]();
  };
});

const FOLDER = 'Ünï cödé & #1';

describe('with WsgiDAV', () => {
  it('files and folders are created, listed, read, copied, moved and deleted on the disk', async () => {
    const onDisk = (...path: readonly string[]) => join(wsgidav.folder, FOLDER, ...path);
    expect(await call('create_directory', { path: FOLDER })).toMatchObject({ created: true });
    expect(await call('create_directory', { path: FOLDER })).toMatchObject({ created: false });
    const path = `${FOLDER}/naïve 100%.ts`;
    const content = "export const sign = '✓';\n";
    expect(await call('write_file', { path, content })).toMatchObject({ created: true });
    expect(await call('write_file', { path, content })).toMatchObject({ created: false });
    expect(await readFile(onDisk('naïve 100%.ts'), 'utf8')).toBe(content);
    const size = Buffer.byteLength(content);
    expect(await call('list_directory', { path: FOLDER })).toMatchObject({
      total_count: 1,
      files_count: 1,
      total_size: size,
      files: [{ name: 'naïve 100%.ts', path: `/${path}`, is_directory: false, size, is_favorite: false }],
    });
    expect(await call('read_file', { path })).toMatchObject({ content, encoding: 'utf-8', size, is_cut: false });
    const copy = { source_path: path, destination_path: `${FOLDER}/b.ts` };
    expect(await call('copy_resource', copy)).toMatchObject({ replaced: false });
    expect(await call('copy_resource', copy)).toMatchObject({ failed: { code: 'CONFLICT' } });
    expect(await call('copy_resource', { ...copy, overwrite: true })).toMatchObject({ replaced: true });
    const move = { source_path: `${FOLDER}/b.ts`, destination_path: `${FOLDER}/c.ts` };
    expect(await call('move_resource', move)).toMatchObject({ replaced: false });
    expect((await readdir(onDisk())).toSorted()).toEqual(['c.ts', 'naïve 100%.ts']);
    expect(await call('delete_resource', { path: FOLDER })).toMatchObject({ deleted: true });
    expect(await call('delete_resource', { path: FOLDER })).toMatchObject({ deleted: false });
    expect(await readdir(wsgidav.folder)).toEqual([]);
  });

  it('binary files are read back unchanged, also in parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
    await writeFile(join(wsgidav.folder, 'bytes.bin'), bytes);
    expect(await call('read_file', { path: 'bytes.bin' })).toMatchObject({
      content: bytes.toString('base64'),
      encoding: 'base64',
      size: 1_000,
    });
    expect(await call('read_file', { path: 'bytes.bin', offset: 100, length: 200 })).toMatchObject({
      content: bytes.subarray(100, 300).toString('base64'),
      offset: 100,
      length: 200,
      size: 1_000,
      is_cut: true,
    });
    expect(await call('read_file', { path: 'bytes.bin', offset: 5_000 })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('1000 bytes') },
    });
    await call('delete_resource', { path: 'bytes.bin' });
  });

  it.each([
    ['read_file', { path: 'missing.txt' }, 'NOT_FOUND', 'missing.txt'],
    ['list_directory', { path: 'missing' }, 'NOT_FOUND', 'missing'],
    ['write_file', { path: 'none/x.txt', content: 'x' }, 'CONFLICT', 'nc_webdav_create_directory'],
    ['create_directory', { path: 'none/deeper' }, 'CONFLICT', '/none'],
    ['move_resource', { source_path: 'missing', destination_path: 'other' }, 'NOT_FOUND', 'missing'],
  ])('%s %j fails with %s', async (tool, args, code, words) => {
    expect(await call(tool, args)).toMatchObject({ failed: { code, message: expect.stringContaining(words) } });
  });

  it('a folder is not read as a file although GET answers with a page', async () => {
    await call('create_directory', { path: 'Plain' });
    expect(await call('read_file', { path: 'Plain' })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('is a folder') },
    });
  });
});
