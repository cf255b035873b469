import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFile, isDraft, replaceFile, versionMark } from './replace-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-replace-'));
  file = join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('replaceFile', () => {
  it('writes for the owner only, returns the mark, and leaves no draft', async () => {
    await writeFile(file, 'old');
    const mark = await replaceFile(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(mark).toBe(await versionMark(file));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('shows the draft to mayReplace beside the old file, and keeps the old one on false', async () => {
    await writeFile(file, 'old');
    let names: readonly string[] = [];
    const mayReplace = async (): Promise<boolean> => {
      names = await readdir(folder);
      return false;
    };
    expect(await replaceFile(file, 'new', { mayReplace })).toBeUndefined();
    expect(names.filter(isDraft)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('gives the draft its permissions before it gets the name', async () => {
    await replaceFile(file, 'new', { prepare: (draft) => draft.chmod(0o640) });
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  it('removes the draft if something throws', async () => {
    const prepare = () => Promise.reject(new Error('no'));
    await expect(replaceFile(file, 'new', { prepare })).rejects.toThrow('no');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('createFile', () => {
  it('creates one file of many at once, and replaces none', async () => {
    const created = await Promise.all(['a', 'b', 'c'].map((text) => createFile(file, text)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await createFile(file, 'd')).toBe(false);
    expect(await readFile(file, 'utf8')).toMatch(/^[abc]$/);
    expect(await readdir(folder)).toEqual(['state.json']);
  });
});
