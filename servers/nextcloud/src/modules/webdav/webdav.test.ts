import { describe, expect, it } from 'vitest';
import { connect } from '../../fixtures/connect.ts';

const write = (path: string, content: string, content_type?: string) =>
  ({ path, content, ...(content_type !== undefined && { content_type }) }) as const;

describe('files', () => {
  it('are written, listed, read, copied, moved and deleted under any name', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const folder = 'Ünï cödé & <co>';
    expect(await call('nc_webdav_create_directory', { path: folder })).toMatchObject({ created: true });
    expect(await call('nc_webdav_create_directory', { path: folder })).toEqual({
      path: `/${folder}`,
      created: false,
      message: `/${folder} exists already; nothing was changed.`,
    });
    const path = `${folder}/résumé #1 100%.txt`;
    const made = await call('nc_webdav_write_file', write(path, 'naïve ✓'));
    expect(made).toMatchObject({ path: `/${path}`, created: true, size: 10, etag: expect.stringMatching(/^\w+$/) });
    expect(await call('nc_webdav_write_file', write(path, 'naïve ✓'))).toMatchObject({ created: false });
    expect(await call('nc_webdav_list_directory', { path: folder })).toMatchObject({
      path: `/${folder}`,
      total_count: 1,
      files_count: 1,
      directories_count: 0,
      total_size: 10,
      is_cut: false,
      files: [
        { name: 'résumé #1 100%.txt', path: `/${path}`, is_directory: false, size: 10, content_type: 'text/plain' },
      ],
    });
    expect(await call('nc_webdav_read_file', { path })).toMatchObject({
      content: 'naïve ✓',
      encoding: 'utf-8',
      size: 10,
      offset: 0,
      length: 10,
      is_cut: false,
    });
    const copy = { source_path: path, destination_path: `${folder}/b.txt` };
    expect(await call('nc_webdav_copy_resource', copy)).toMatchObject({ replaced: false });
    expect(await call('nc_webdav_copy_resource', { ...copy, overwrite: true })).toMatchObject({ replaced: true });
    const move = { source_path: `${folder}/b.txt`, destination_path: `/${folder}/c.txt` };
    expect(await call('nc_webdav_move_resource', move)).toEqual({
      source_path: `/${folder}/b.txt`,
      destination_path: `/${folder}/c.txt`,
      replaced: false,
    });
    expect(await call('nc_webdav_delete_resource', { path: folder })).toMatchObject({ deleted: true });
    expect(await call('nc_webdav_delete_resource', { path: folder })).toMatchObject({ deleted: false });
    expect(await call('nc_webdav_list_directory')).toMatchObject({ path: '/', total_count: 0 });
  });

  it.each([
    ['a.json', '{"a":1}', 'utf-8'],
    ['a.yaml', 'a: 1', 'utf-8'],
    ['a.svg', '<svg/>', 'utf-8'],
    ['a.xml', '<a/>', 'utf-8'],
    ['a.md', '\uFEFF# A', 'utf-8'],
    ['a.ts', 'const a = 1;', 'utf-8'],
    ['Makefile', 'all:\n\techo', 'utf-8'],
    ['unknown.thing', 'plain words', 'utf-8'],
  ])('%s is text', async (path, content, encoding) => {
    await using nextcloud = await connect();
    await nextcloud.call('nc_webdav_write_file', write(path, content));
    expect(await nextcloud.call('nc_webdav_read_file', { path })).toMatchObject({ content, encoding });
  });

  it.each([
    ['latin-1 text', 'a.txt', Buffer.from('naïve', 'latin1')],
    ['UTF-16 text', 'a.txt', Buffer.from('words', 'utf16le')],
    ['an image', 'a.png', Buffer.from('PNG in ASCII')],
    ['control characters', 'unknown.thing', Buffer.from([65, 1, 66])],
  ])('%s is base64, and comes back byte by byte', async (_, path, bytes) => {
    await using nextcloud = await connect();
    const content = bytes.toString('base64');
    await nextcloud.call('nc_webdav_write_file', write(path, content, 'application/octet-stream;base64'));
    expect(await nextcloud.call('nc_webdav_read_file', { path })).toMatchObject({
      content,
      encoding: 'base64',
      size: bytes.length,
    });
  });

  it('are read in parts that never split a character', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const text = 'äöü€😀'.repeat(3);
    await call('nc_webdav_write_file', write('long.txt', text));
    let [read, offset, isCut] = ['', 0, true];
    while (isCut) {
      const part = (await call('nc_webdav_read_file', { path: 'long.txt', offset, length: 5 })) as {
        content: string;
        offset: number;
        length: number;
        is_cut: boolean;
        size: number;
      };
      expect(part).toMatchObject({ offset, size: Buffer.byteLength(text) });
      [read, offset, isCut] = [read + part.content, offset + part.length, part.is_cut];
    }
    expect(read).toBe(text);
    // An offset within a character starts at the next character.
    expect(await call('nc_webdav_read_file', { path: 'long.txt', offset: 1, length: 3 })).toMatchObject({
      content: 'ö',
      offset: 2,
      length: 2,
    });
  });

  it('that are too long are truncated and marked is_cut', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const [limit, size] = [1024 * 1024, 1024 * 1024 + 10];
    await call('nc_webdav_write_file', write('big.txt', 'x'.repeat(size)));
    expect(await call('nc_webdav_read_file', { path: 'big.txt' })).toMatchObject({ length: limit, size, is_cut: true });
    expect(await call('nc_webdav_read_file', { path: 'big.txt', offset: limit })).toMatchObject({
      content: 'x'.repeat(10),
      is_cut: false,
    });
    expect(await call('nc_webdav_read_file', { path: 'big.txt', length: limit + 1 })).toMatchObject({
      failed: { code: 'INVALID_INPUT', message: expect.stringContaining(String(limit)) },
    });
  });

  it('may be empty', async () => {
    await using nextcloud = await connect();
    await nextcloud.call('nc_webdav_write_file', write('empty.txt', ''));
    const expected = { content: '', length: 0, is_cut: false };
    expect(await nextcloud.call('nc_webdav_read_file', { path: 'empty.txt' })).toMatchObject(expected);
    expect(await nextcloud.call('nc_webdav_read_file', { path: 'empty.txt', length: 5 })).toMatchObject(expected);
  });
});

describe('an invalid operation', () => {
  it.each([
    ['nc_webdav_read_file', { path: 'missing.txt' }, 'NOT_FOUND', 'missing.txt'],
    ['nc_webdav_read_file', { path: 'Documents' }, 'INVALID_ARGUMENT', 'nc_webdav_list_directory'],
    ['nc_webdav_read_file', { path: 'Readme.md', offset: 9_999 }, 'INVALID_ARGUMENT', 'behind the end'],
    ['nc_webdav_read_file', { path: '../bob/secret.txt' }, 'INVALID_ARGUMENT', "'..'"],
    ['nc_webdav_read_file', { path: 'a//b' }, 'INVALID_ARGUMENT', 'empty parts'],
    ['nc_webdav_list_directory', { path: 'Readme.md' }, 'INVALID_ARGUMENT', 'nc_webdav_read_file'],
    ['nc_webdav_list_directory', { path: 'Nowhere' }, 'NOT_FOUND', 'Nowhere'],
    ['nc_webdav_write_file', write('none/x.txt', 'x'), 'NOT_FOUND', 'nc_webdav_create_directory'],
    ['nc_webdav_write_file', write('Documents', 'x'), 'CONFLICT', 'a folder has this name'],
    ['nc_webdav_write_file', write('x.png', 'not base64!', 'image/png;base64'), 'INVALID_ARGUMENT', 'base64'],
    ['nc_webdav_create_directory', { path: 'none/deeper' }, 'CONFLICT', '/none'],
    ['nc_webdav_delete_resource', { path: '/' }, 'INVALID_ARGUMENT', 'root'],
    [
      'nc_webdav_move_resource',
      { source_path: 'Readme.md', destination_path: 'Documents/settings.json' },
      'CONFLICT',
      'overwrite: true',
    ],
    ['nc_webdav_copy_resource', { source_path: 'no.md', destination_path: 'a.md' }, 'NOT_FOUND', 'no.md'],
    ['nc_webdav_copy_resource', { source_path: 'Readme.md', destination_path: 'no/a.md' }, 'CONFLICT', '/no'],
    [
      'nc_webdav_move_resource',
      { source_path: 'Documents', destination_path: 'Documents/in', overwrite: true },
      'INVALID_ARGUMENT',
      'into itself',
    ],
    [
      'nc_webdav_move_resource',
      { source_path: 'Projects/app', destination_path: 'Projects', overwrite: true },
      'INVALID_ARGUMENT',
      'contains',
    ],
  ])('%s %j fails with %s', async (tool, args, code, words) => {
    await using nextcloud = await connect({ hasSamples: true });
    const before = nextcloud.emulator.snapshot();
    expect(await nextcloud.call(tool, args)).toMatchObject({
      failed: { code, message: expect.stringContaining(words) },
    });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });
});
