import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseKey, readKeyFile } from './encryption-key.ts';

it('is created once, readable by its owner only, and refused if others can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-key-'));
  const file = join(folder, 'sub', 'key');
  const made = await readKeyFile(file);
  expect([made.length, (await stat(file)).mode & 0o777, await readKeyFile(file)]).toEqual([32, 0o600, made]);
  await chmod(file, 0o640);
  await expect(readKeyFile(file)).rejects.toThrow(`${file} can be read by others. Run: chmod 600 ${file}`);
  await rm(folder, { recursive: true });
});

it.each(['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
  'must have 32 bytes: %j',
  (text) => {
    expect(() => parseKey(text, 'OAUTH_TOKEN_KEY')).toThrow(/^OAUTH_TOKEN_KEY must hold 32 bytes as base64/);
  },
);
