import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileText, keyedHash, readFileText, writeFileText, writeProblem } from './config-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-edit-'));
  file = join(folder, 'toolmark.json');
  writeFileSync(file, '{}\n', { mode: 0o600 });
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

async function read(): Promise<FileText> {
  const text = await readFileText(file, 'key');
  if (!text.ok) throw new Error(text.error);
  return text.value;
}

describe('reading the config for a change', () => {
  it('hashes texts with the key', async () => {
    const { hash } = await read();
    expect(hash).toBe(keyedHash('{}\n', 'key'));
    expect(hash).not.toBe(keyedHash('{}\n', 'another'));
  });

  it.each<[string, () => void, string]>([
    ['is gone', () => rmSync(file), 'is gone. Restore it'],
    ['is not UTF-8', () => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])), 'is not UTF-8'],
    ['is too large', () => writeFileSync(file, Buffer.alloc(5 * 1024 * 1024, ' ')), 'is larger than 4 MiB'],
  ])('reports that it %s', async (_what, change, wanted) => {
    change();
    const text = await readFileText(file, 'key');
    expect(text.ok ? '' : text.error).toContain(wanted);
  });
});

describe('writing the config', () => {
  it('replaces the text, keeps mode and byte order mark, and leaves no temporary file', async () => {
    writeFileSync(file, '\uFEFF{}\n');
    chmodSync(file, 0o664);
    expect(await writeFileText(file, '{"a":1}\n', await read(), { key: 'key' })).toEqual({ kind: 'written' });
    expect(readFileSync(file, 'utf8')).toBe('\uFEFF{"a":1}\n');
    expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o664, ['toolmark.json']]);
  });

  it('writes to the target of a link and keeps the link', async () => {
    const real = join(folder, 'real');
    mkdirSync(real);
    writeFileSync(join(real, 'x.json'), '{}');
    rmSync(file);
    symlinkSync(join(real, 'x.json'), file);
    expect(await writeFileText(file, '{"a":1}', await read(), { key: 'key' })).toEqual({ kind: 'written' });
    expect([lstatSync(file).isSymbolicLink(), readFileSync(join(real, 'x.json'), 'utf8')]).toEqual([true, '{"a":1}']);
  });

  it('writes nothing if another process changed the file', async () => {
    const before = await read();
    writeFileSync(file, '{"theirs":1}');
    expect(await writeFileText(file, '{"ours":1}', before, { key: 'key' })).toMatchObject({ kind: 'changed' });
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['{"theirs":1}', ['toolmark.json']]);
  });

  it.each<[string, () => void, () => string]>([
    ['a file', () => chmodSync(file, 0o400), () => file],
    ['a folder', () => chmodSync(folder, 0o500), () => folder],
  ])('reports %s that is read-only, without changing it', async (_what, change, where) => {
    const before = await read();
    change();
    const message = `${where()} is read-only. Make it writable, or edit it yourself.`;
    expect(await writeProblem(file)).toBe(message);
    expect(await writeFileText(file, '{"a":1}', before, { key: 'key' })).toEqual({ kind: 'unwritable', message });
    expect(readFileSync(file, 'utf8')).toBe('{}\n');
  });
});
