import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDigestKey } from './digest-key.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'toolmark-digest-'));
});
afterEach(() => rm(dir, { recursive: true }));

const keyOf = (folder = dir): string => {
  const key = loadDigestKey(folder);
  return key.ok ? key.value.toString('hex') : key.error;
};

describe('loadDigestKey', () => {
  it('creates a key once, readable only by its owner', async () => {
    const key = keyOf(join(dir, 'new'));
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(keyOf(join(dir, 'new'))).toBe(key);
    expect((await stat(join(dir, 'new', 'record-digest.key'))).mode & 0o777).toBe(0o600);
  });

  it('restricts the permissions of a readable key', async () => {
    const key = keyOf();
    await chmod(join(dir, 'record-digest.key'), 0o644);
    expect(keyOf()).toBe(key);
    expect((await stat(join(dir, 'record-digest.key'))).mode & 0o777).toBe(0o600);
  });

  it('keeps an invalid file and says what to do', async () => {
    await writeFile(join(dir, 'record-digest.key'), 'x');
    expect(keyOf()).toMatch(/has no valid key\. Delete it/);
    expect(await readFile(join(dir, 'record-digest.key'), 'utf8')).toBe('x');
  });

  it('reports why it cannot be stored', async () => {
    await writeFile(join(dir, 'file'), '');
    expect(keyOf(join(dir, 'file', 'folder'))).toMatch(/cannot be stored/);
  });
});
