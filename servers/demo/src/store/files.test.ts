import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemoError } from '../errors.ts';
import { createDirectory, createPlayground } from '../fixtures/playground.ts';
import { LIMITS } from './limits.ts';
import { parsePath } from './safe-path.ts';

const refusal = (code: string, problem?: string) =>
  expect.objectContaining({ code, ...(problem !== undefined && { details: expect.objectContaining({ problem }) }) });

describe('parsePath', () => {
  it.each(['a', 'a.txt', 'drafts/a.md', 'a b/c-d_e.f/ü/日本.txt', '1', 'v1.2.3'])('accepts %s', (path) => {
    expect(parsePath(path)).toEqual(path.split('/'));
  });

  it.each([
    ['..', 'leads out of the playground'],
    ['../a', 'leads out of the playground'],
    ['a/../../b', 'leads out of the playground'],
    ['/etc/passwd', 'is absolute'],
    ['C:\\Windows', 'is absolute'],
    ['c:a', 'is absolute'],
    ['\\\\server\\share', 'is absolute'],
    ['~/a', 'is absolute'],
    ['', 'contains an empty name'],
    ['a//b', 'contains an empty name'],
    ['a/', 'contains an empty name'],
    ['.', 'contains a name that is not allowed'],
    ['./a', 'contains a name that is not allowed'],
    ['.hidden', 'contains a name that is not allowed'],
    ['a\\..\\b', 'contains a name that is not allowed'],
    ['a\0b', 'contains a name that is not allowed'],
    ['a\nb', 'contains a name that is not allowed'],
    ['ab:c', 'contains a name that is not allowed'],
    ['a.', 'contains a name that is not allowed'],
    ['a ', 'contains a name that is not allowed'],
    ['CON', 'contains a name that is not allowed'],
    ['nul.txt', 'contains a name that is not allowed'],
    ['%2e%2e/a%2f', 'contains a name that is not allowed'],
    ['a/b/c/d/e', 'is deeper than 4 levels'],
    ['a'.repeat(201), 'is longer than 200 characters'],
  ])('rejects %j', (path, problem) => {
    expect(() => parsePath(path)).toThrow(refusal('PATH_REFUSED', problem));
  });

  it('never returns a path outside, for any input', () => {
    const part = fc.constantFrom('..', '.', '/', '\\', 'a', '', ' ', ':', '~', '\0', '%2e', 'C:');
    const path = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(path, (text) => {
        try {
          const place = join('/root/files', ...parsePath(text));
          return place.startsWith(`/root/files${sep}`) && !place.includes('\0');
        } catch (error) {
          return error instanceof DemoError && error.code === 'PATH_REFUSED';
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('files', () => {
  it('are not reached through links', async () => {
    await using playground = await createPlayground();
    await using outside = await createDirectory();
    const { files } = playground.store;
    const secret = join(outside.path, 'secret.txt');
    await writeFile(secret, 'secret');
    await symlink(secret, join(playground.dir, 'files', 'link.txt'));
    await symlink(outside.path, join(playground.dir, 'files', 'folder'));
    await symlink(outside.path, join(playground.dir, 'files', 'drafts', 'folder'));

    for (const [path, problem] of [
      ['link.txt', 'is a symbolic link'],
      ['folder', 'is a symbolic link'],
      ['folder/secret.txt', 'goes through a symbolic link'],
      ['folder/new/file.txt', 'goes through a symbolic link'],
    ] as const) {
      const refused = refusal('PATH_REFUSED', problem);
      await expect(files.read(path)).rejects.toEqual(refused);
      await expect(files.write(path, 'x')).rejects.toEqual(refused);
      await expect(files.writeNew(path, 'x')).rejects.toEqual(refused);
      await expect(files.remove(path)).rejects.toEqual(refused);
    }
    expect((await files.list()).map(({ path }) => path)).toEqual([
      'drafts/birthday-speech.md',
      'drafts/haiku.md',
      'ideas.txt',
    ]);
    await files.removeAll('drafts');
    expect(await readdir(outside.path)).toEqual(['secret.txt']);
    expect(await readFile(secret, 'utf8')).toBe('secret');
  });

  it.each([
    ['ideas.txt/a', "uses the file 'ideas.txt' as a folder"],
    ['drafts', 'is a folder'],
  ])('%s is not a file', async (path, problem) => {
    await using playground = await createPlayground();
    const { files } = playground.store;
    const refused = refusal('PATH_REFUSED', problem);
    await expect(files.read(path)).rejects.toEqual(refused);
    await expect(files.write(path, 'x')).rejects.toEqual(refused);
    await expect(files.remove(path)).rejects.toEqual(refused);
    expect(await files.list()).toHaveLength(3);
  });

  it.skipIf(process.platform === 'win32')('are not pipes, which would block', async () => {
    await using playground = await createPlayground();
    await promisify(execFile)('mkfifo', [join(playground.dir, 'files', 'pipe')]);
    await expect(playground.store.files.read('pipe')).rejects.toEqual(refusal('PATH_REFUSED', 'is not a plain file'));
    expect(await playground.store.files.list()).toHaveLength(3);
  });

  it('are read up to a limit, without splitting a character', async () => {
    await using playground = await createPlayground();
    const path = join(playground.dir, 'files', 'long.txt');
    await writeFile(path, `aa${'€'.repeat(30_000)}`);
    const { text, bytes, truncated } = await playground.store.files.read('long.txt');
    expect({ bytes, truncated }).toEqual({ bytes: 90_002, truncated: true });
    expect(text).toBe(`aa${'€'.repeat(Math.floor((LIMITS.readBytes - 2) / 3))}`);
  });

  it('with invalid names are not listed', async () => {
    await using playground = await createPlayground();
    const folder = join(playground.dir, 'files');
    await writeFile(join(folder, '.DS_Store'), '');
    await mkdir(join(folder, 'a', 'b', 'c', 'd'), { recursive: true });
    await writeFile(join(folder, 'a', 'b', 'c', 'd', 'too-deep.txt'), '');
    await writeFile(join(folder, 'a', 'b', 'c', 'deep.txt'), '');
    const paths = (await playground.store.files.list()).map(({ path }) => path);
    expect(paths).toEqual(['a/b/c/deep.txt', 'drafts/birthday-speech.md', 'drafts/haiku.md', 'ideas.txt']);
  });

  it('have a maximum number; existing ones can still be written', async () => {
    await using playground = await createPlayground();
    const { files } = playground.store;
    for (let count = 3; count < LIMITS.files; count++) {
      await writeFile(join(playground.dir, 'files', `${count}.txt`), '');
    }
    await expect(files.write('new/one.txt', 'x')).rejects.toEqual(refusal('TOO_MANY_FILES'));
    expect(existsSync(join(playground.dir, 'files', 'new'))).toBe(false);
    expect(await files.write('ideas.txt', 'x')).toEqual({ bytes: 1, created: false });
  });

  it('are created only if they do not exist', async () => {
    await using playground = await createPlayground();
    const { files } = playground.store;
    const made = await Promise.all([1, 2, 3].map((number) => files.writeNew('one.txt', `${number}`)));
    expect(made).toEqual([true, false, false]);
    expect(await files.read('one.txt')).toMatchObject({ text: '1' });
  });
});
