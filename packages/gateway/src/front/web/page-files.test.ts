import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPageFiles } from './page-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-page-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pathsOf = async (maxBytes?: number): Promise<readonly string[] | undefined | string> => {
  const read = await readPageFiles(folder, maxBytes);
  return read.ok ? read.value && [...read.value.keys()].toSorted() : read.error;
};

describe('the files of the page', () => {
  it('have a path, type and hash', async () => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    await writeFile(join(folder, 'assets', 'index-1.js'), 'export {}');
    await writeFile(join(folder, 'logo.png'), 'png');
    const read = await readPageFiles(folder);
    expect(read.ok && Object.fromEntries(read.value ?? [])).toEqual({
      '/index.html': {
        bytes: Buffer.from('<!doctype html>'),
        type: 'text/html; charset=utf-8',
        hash: expect.stringMatching(/^[\w-]{22}$/),
        isText: true,
      },
      '/assets/index-1.js': expect.objectContaining({ type: 'text/javascript; charset=utf-8', isText: true }),
      '/logo.png': expect.objectContaining({ type: 'image/png', isText: false }),
    });
  });

  it('exclude source maps, links and folders', async () => {
    await writeFile(join(folder, 'index.html'), '');
    await writeFile(join(folder, 'index.js.map'), '{}');
    await writeFile(join(folder, '.env'), 'SECRET=1');
    await mkdir(join(folder, 'folder.js'));
    await symlink('/etc/hostname', join(folder, 'leak.txt'));
    expect(await pathsOf()).toEqual(['/index.html']);
  });

  it('are undefined if the page was not built', async () => {
    expect(await pathsOf()).toBeUndefined();
    await rm(folder, { recursive: true });
    expect(await pathsOf()).toBeUndefined();
  });

  it('are rejected if they are too large, or not in a folder', async () => {
    await writeFile(join(folder, 'index.html'), 'x'.repeat(11));
    expect(await pathsOf(11)).toEqual(['/index.html']);
    expect(await pathsOf(10)).toBe(`${folder} has more than 10 bytes, so it is not the page.`);
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await pathsOf()).toContain(`The page cannot be read from ${folder}: `);
  });
});
