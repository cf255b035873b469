import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { cosRequest } from '../../emulator/fixtures/signed-request.ts';
import { Refusal } from '../../emulator/refusal.ts';
import { type ServedEmulator, serveEmulator } from '../../fixtures/serve-emulator.ts';
import type { Elicit } from '../../fixtures/serve-tools.ts';

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });
const siteOf = ({ emulator }: ServedEmulator) =>
  (emulator.snapshot()[emulator.envId] as { readonly hosting: { readonly objects: Readonly<Record<string, object>> } })
    .hosting.objects;
const keysOf = (served: ServedEmulator) => Object.keys(siteOf(served)).sort();
const bucketOf = ({ emulator }: ServedEmulator) => `static-${emulator.envId}-1250000000`;
const read = async ({ emulator }: ServedEmulator, path: string) =>
  (await fetch(`${emulator.siteUrl(emulator.envId)}${path}`)).text();

describe('uploading to the site', () => {
  it('uploads a folder with content types, without folder markers, ignored files and links out of it', async () => {
    await using served = await serveEmulator();
    for (const path of ['dist/index.html', 'dist/a/b.css', 'dist/a/.DS_Store', 'dist/x.map', 'dist/old/y.js', 'secret'])
      await served.write(path, path);
    await symlink(join(served.workspace, 'secret'), join(served.workspace, 'dist/link'));
    const args = { localPath: 'dist', cloudPath: '/web/', ignore: ['*.map', '.DS_Store', 'old'] };
    expect(await served.call('uploadFiles', args)).toMatchObject({
      uploaded: 2,
      unchanged: 0,
      totalBytes: 27,
      accessUrl: expect.stringMatching(/^https:\/\/.+\/web\/$/),
      urls: [expect.stringMatching(/web\/a\/b\.css$/), expect.stringMatching(/web\/index\.html$/)],
    });
    expect(keysOf(served)).toEqual(['assets/style.css', 'index.html', 'web/a/b.css', 'web/index.html']);
    expect(siteOf(served)['web/a/b.css']).toMatchObject({ contentType: 'text/css' });
  });

  it('uploads several files, and returns the address of a single one', async () => {
    await using served = await serveEmulator();
    await served.write('a b.txt', 'one');
    expect(
      await served.call('uploadFiles', { files: [{ localPath: 'a b.txt', cloudPath: 'docs/ä b.txt' }] }),
    ).toMatchObject({ accessUrl: expect.stringMatching(/\/docs\/%C3%A4%20b\.txt$/) });
    expect(await read(served, 'docs/%C3%A4%20b.txt')).toBe('one');
  });

  it('does not ask or upload if the files exist with the same content', async () => {
    const elicit = vi.fn(yes);
    await using served = await serveEmulator({ elicit });
    await served.write('dist/a.txt', 'A');
    await served.call('uploadFiles', { localPath: 'dist' });
    expect(await served.call('uploadFiles', { localPath: 'dist' })).toMatchObject({ uploaded: 0, unchanged: 1 });
    expect(elicit).not.toHaveBeenCalled();
  });

  it('asks again if another file would be overwritten by the time of the answer', async () => {
    const asked: string[] = [];
    await using served = await serveEmulator({
      revision: '2026-07-28',
      elicit: async ({ message }) => {
        asked.push(message);
        if (asked.length === 1)
          await cosRequest(served.emulator, 'PUT', bucketOf(served), 'new.txt', { body: 'theirs' });
        return { action: 'accept', content: { proceed: true } };
      },
    });
    await served.write('dist/index.html', 'mine');
    await served.write('dist/new.txt', 'mine');
    expect(await served.call('uploadFiles', { localPath: 'dist' })).toMatchObject({ uploaded: 2 });
    expect(asked).toEqual([
      expect.stringMatching(/1 file of the site would be overwritten: index\.html\./),
      expect.stringMatching(/2 files of the site would be overwritten: index\.html, new\.txt\./),
    ]);
  });

  it('never overwrites a file that appeared after the consent, and reports the uploaded files', async () => {
    await using served = await serveEmulator({
      revision: '2025-11-25',
      elicit: async () => {
        await cosRequest(served.emulator, 'PUT', bucketOf(served), 'new.txt', { body: 'theirs' });
        return { action: 'accept', content: { proceed: true } };
      },
    });
    await served.write('dist/index.html', 'mine');
    await served.write('dist/new.txt', 'mine');
    expect(await served.call('uploadFiles', { localPath: 'dist' })).toMatchObject({
      failed: { code: 'PARTLY_DONE', details: { uploaded: 1, failed: [{ key: 'new.txt', code: 'ALREADY_EXISTS' }] } },
    });
    expect([await read(served, 'new.txt'), await read(served, 'index.html')]).toEqual(['theirs', 'mine']);
  });

  it('continues after a failed file, and names it', async () => {
    await using served = await serveEmulator();
    for (const name of ['a', 'b', 'c']) await served.write(`dist/${name}.txt`, name);
    served.emulator.refuse('cos PUT Object', new Refusal('AccessDenied', 'Access Denied.', 403));
    expect(await served.call('uploadFiles', { localPath: 'dist' })).toMatchObject({
      failed: { code: 'PARTLY_DONE', details: { uploaded: 2, failed: [{ code: 'NOT_ALLOWED' }] } },
    });
  });

  it.each([
    [{}, /Give 'localPath' or 'files'/],
    [{ localPath: 'missing' }, /no file or folder/],
    [{ localPath: 'empty' }, /no file to upload/],
    [{ localPath: 'a.txt', cloudPath: '../x' }, /must not contain/],
    [{ files: [{ localPath: 'a.txt', cloudPath: 'x/./y' }] }, /must not contain/],
  ])('refuses %j and sends no file', async (args, message) => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'A');
    await served.write('empty/.DS_Store', '');
    expect(await served.call('uploadFiles', args)).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) },
    });
    expect(served.emulator.requests.filter(({ service }) => service === 'cos')).toEqual([]);
  });

  it('fails if hosting is not enabled', async () => {
    await using served = await serveEmulator();
    for (const tool of ['getWebsiteConfig', 'findFiles', 'deleteFiles', 'uploadFiles']) {
      served.emulator.refuse('tcb DescribeStaticStore', new Refusal('ResourceNotFound', 'no store'));
      await served.write('a.txt', 'A');
      const args = { prefix: '', cloudPath: 'a', localPath: 'a.txt' };
      expect(await served.call(tool, args)).toMatchObject({ failed: { code: 'NOT_FOUND', message: /./ } });
    }
  });
});

describe('the files of the site', () => {
  it('are listed by folder, in pages, and not by a name prefix', async () => {
    await using served = await serveEmulator();
    for (const key of ['a/1.txt', 'a/2.txt', 'ab/3.txt'])
      await cosRequest(served.emulator, 'PUT', bucketOf(served), key, { body: key });
    const first = (await served.call('findFiles', { prefix: '/a', maxKeys: 1 })) as { nextMarker: string };
    expect(first).toMatchObject({ files: [{ key: 'a/1.txt', size: 7 }] });
    const rest = await served.call('findFiles', { prefix: 'a', marker: first.nextMarker });
    expect(rest).toEqual({ files: [expect.objectContaining({ key: 'a/2.txt' })] });
  });

  it('are deleted by name, and a folder only with isDir', async () => {
    await using served = await serveEmulator();
    expect(await served.call('deleteFiles', { cloudPath: 'assets' })).toEqual({ deletedCount: 0, deleted: [] });
    expect(await served.call('deleteFiles', { cloudPath: 'missing.txt' })).toMatchObject({ deletedCount: 0 });
    expect(await served.call('deleteFiles', { cloudPath: 'asset', isDir: true })).toMatchObject({ deletedCount: 0 });
    expect(keysOf(served)).toHaveLength(2);
    expect(await served.call('deleteFiles', { cloudPath: 'assets/', isDir: true })).toEqual({
      deletedCount: 1,
      deleted: ['assets/style.css'],
    });
  });

  it('are not all deleted if the path is empty', async () => {
    await using served = await serveEmulator({ elicit: yes });
    for (const cloudPath of ['', '/', '//'])
      expect(await served.call('deleteFiles', { cloudPath })).toMatchObject({ failed: { code: 'INVALID_ARGUMENT' } });
    for (const cloudPath of ['.', 'a/../..'])
      expect(await served.call('deleteFiles', { cloudPath, isDir: true })).toMatchObject({
        failed: { code: 'INVALID_ARGUMENT' },
      });
    expect(keysOf(served)).toHaveLength(2);
  });

  it('have no configuration if the bucket has none', async () => {
    await using served = await serveEmulator();
    await cosRequest(served.emulator, 'DELETE', bucketOf(served), '', { params: { website: '' } });
    expect(await served.call('getWebsiteConfig')).toMatchObject({ configured: false, routingRules: [] });
  });
});

describe('domains of the site', () => {
  it.each([
    [{ action: 'create', domain: 'x.com' }, 'create needs certId'],
    [{ action: 'create' }, 'create needs domain, certId'],
    [{ action: 'delete' }, 'delete needs domain'],
    [{ action: 'check', domains: [] }, 'check needs domains'],
    [{ action: 'modify', domain: 'x.com', domainId: 1 }, 'modify needs domainConfig'],
  ])('%j is refused before anything is asked or sent', async (args, message) => {
    const elicit = vi.fn(yes);
    await using served = await serveEmulator({ elicit });
    expect(await served.call('domainManagement', args)).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) },
    });
    expect([served.emulator.requests, elicit.mock.calls]).toEqual([[], []]);
  });

  it('that are bound already are unchanged', async () => {
    await using served = await serveEmulator();
    const args = { action: 'create', domain: 'www.example.com', certId: 'cert-1' };
    await served.call('domainManagement', args);
    const before = await served.state();
    expect(await served.call('domainManagement', { ...args, certId: 'cert-2' })).toMatchObject({
      failed: { code: 'ALREADY_EXISTS' },
    });
    expect(await served.state()).toEqual(before);
  });
});
