import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from './runtime-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const running = {
  url: 'http://127.0.0.1:7420',
  pid: 4711,
  started_at: '2026-11-15T10:00:00.000Z',
  version: '0.1.0',
  config: '/home/x/.toolmark/toolmark.json',
  secret: 'only ours',
};

describe('the file of a running gateway', () => {
  it('is read as it was written, and only its owner can read it', async () => {
    await writeRuntimeFile(folder, running);
    expect(await readRuntimeFile(folder)).toEqual(running);
    expect(statSync(join(folder, 'gateway.json')).mode & 0o777).toBe(0o600);
  });

  it('is removed by its gateway, and not by another', async () => {
    await writeRuntimeFile(folder, running);
    await removeRuntimeFile(folder, 1);
    expect(await readRuntimeFile(folder)).toEqual(running);
    await removeRuntimeFile(folder, 4711);
    expect(await readRuntimeFile(folder)).toBeUndefined();
  });

  it.each([
    '',
    '{',
    '[]',
    '{"url":"file:///etc/passwd","pid":1,"started_at":"","version":"","config":"","secret":"s"}',
  ])('counts as absent when it holds %j', async (content) => {
    writeFileSync(join(folder, 'gateway.json'), content);
    expect(await readRuntimeFile(folder)).toBeUndefined();
  });
});
