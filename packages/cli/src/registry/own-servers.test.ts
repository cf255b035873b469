import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask as run } from '../fixtures/ask.ts';

let home = '';
let file = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-own-'));
  file = join(home, 'toolmark.json');
  await writeFile(file, '{\n  // mine\n  "mcpServers": {}\n}\n');
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

const onDisk = () => readFile(file, 'utf8');
const ask = (args: readonly string[]) => run(['servers', ...args], { home });

describe('toolmark servers add and remove, without a registry', () => {
  it.each<[string, readonly string[], object]>([
    [
      'a command',
      ['--env', 'KEY=v=1', '--', 'npx', '-y', 'notes', '--db', 'x'],
      { command: 'npx', args: ['-y', 'notes', '--db', 'x'], env: { KEY: 'v=1' } },
    ],
    [
      'an address',
      ['--url', 'https://example.com/mcp', '--header', 'Authorization: Bearer abc', '--transport', 'sse'],
      { url: 'https://example.com/mcp', type: 'sse', headers: { Authorization: 'Bearer abc' } },
    ],
  ])('adds %s, and removes it again', async (_what, words, entry) => {
    const before = await onDisk();
    expect(await ask(['add', 'mine', '--yes', ...words])).toMatchObject({ code: 0 });
    expect(JSON.parse((await onDisk()).replace('// mine', ''))).toMatchObject({ mcpServers: { mine: entry } });
    expect(await ask(['remove', 'mine'])).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') });
    expect(await ask(['remove', 'mine', '--yes'])).toMatchObject({
      code: 0,
      stdout: `✓ mine was removed from ${file}.\n`,
    });
    expect(await onDisk()).toBe(before);
  });

  it('creates a config if there is none', async () => {
    await rm(file);
    expect((await ask(['add', 'mine', '--yes', '--', 'notes'])).code).toBe(0);
    expect(JSON.parse(await onDisk())).toMatchObject({ mcpServers: { mine: { command: 'notes' } } });
    expect(existsSync(join(home, 'toolmark.schema.json'))).toBe(true);
  });

  it.each<[string, readonly string[], number, string]>([
    ['both', ['add', 'x', '--url', 'https://x.org', '--', 'y'], 2, 'both'],
    ['headers for a command', ['add', 'x', '--header', 'A: b', '--', 'y'], 2, '--header is for addresses'],
    [
      'an environment for an address',
      ['add', 'x', '--url', 'https://x.org', '--env', 'A=b'],
      2,
      '--env is for commands',
    ],
    ['an invalid address', ['add', 'x', '--url', 'ftp://x', '--yes'], 1, 'must be an http'],
    ['an invalid name', ['add', 'a/b', '--yes', '--', 'y'], 1, 'cannot be the name of a server'],
    ['an unknown server to remove', ['remove', 'x', '--yes'], 2, "There is no server 'x'"],
  ])('refuses %s', async (_what, words, code, wanted) => {
    const answer = await ask(words);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(wanted)]);
  });
});
