import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileLock, lockFile } from './lock-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function takeLock(...patience: Parameters<typeof lockFile> extends [string, ...infer Rest] ? Rest : never) {
  const lock = await lockFile(path, ...patience);
  if (!lock.ok) throw new Error(lock.error);
  return lock.value;
}

const NEVER = { staleMs: 60_000, giveUpMs: 60_000 };

describe('lockFile', () => {
  it('gives the lock to one holder at a time', async () => {
    let holders = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      const lock: FileLock = await takeLock(NEVER);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      expect(await lock.isHeld()).toBe(true);
      holders -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect([most, existsSync(path)]).toEqual([1, false]);
  });

  it('breaks the lock of a dead process and leaves no files', async () => {
    writeFileSync(path, '4711 gone');
    const lock = await takeLock({ staleMs: 0, giveUpMs: 60_000 });
    expect([await lock.isHeld(), readdirSync(folder)]).toEqual([true, ['lock']]);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('returns an error while another process keeps the lock', async () => {
    writeFileSync(path, '4711 busy');
    expect(await lockFile(path, { staleMs: 60_000, giveUpMs: 0 })).toEqual({
      ok: false,
      error: `${path} is held by another process. If none is running, delete it.`,
    });
  });

  it("reports a lost lock, and does not remove its new holder's", async () => {
    const lock = await takeLock(NEVER);
    writeFileSync(path, 'another');
    expect(await lock.isHeld()).toBe(false);
    await lock.release();
    expect(existsSync(path)).toBe(true);
  });
});
