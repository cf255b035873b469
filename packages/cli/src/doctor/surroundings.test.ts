import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NamedToken } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIo } from '../fixtures/ask.ts';
import { configOf } from '../fixtures/machine.ts';
import { checkSurroundings } from './surroundings.ts';
import { checkTokens } from './tokens.ts';

const TOKEN = 'the-token-of-this-gateway-0123456789';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-around-'));
});
afterEach(() => rm(home, { recursive: true }));

async function put(file: string, content: string): Promise<string> {
  const path = join(home, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

const look = () =>
  checkSurroundings({
    ...{ address: {}, running: undefined, config: configOf('notes'), configFile: join(home, 'data/toolmark.json') },
    ...{ dataDir: join(home, 'data'), io: createIo({ cwd: home }).io, deps: { platform: 'linux', home } },
  });

describe('the surroundings of a gateway', () => {
  it('reports servers of clients that are not imported, as information', async () => {
    await put('data/toolmark.json', '{ "mcpServers": { "here": { "command": "here" } } }');
    await put('.cursor/mcp.json', '{ "mcpServers": { "here": { "command": "here" }, "new": { "command": "new" } } }');
    expect(await look()).toContainEqual({
      ...{ name: 'import', state: 'ok', message: '1 server of other clients is not in Toolmark: new' },
      fix: 'Import: toolmark import',
    });
  });

  it('reports nothing if all servers are imported', async () => {
    await put('.cursor/mcp.json', '{ "mcpServers": { "toolmark": { "url": "http://127.0.0.1:7420/mcp" } } }');
    expect((await look()).map(({ name }) => name)).toEqual(['client Cursor']);
  });

  it('reports backups and drafts that contain tokens', async () => {
    await put('data/stdio-token', TOKEN);
    const file = await put('.cursor/mcp.json', '{}');
    const old = await put('.cursor/mcp.json.toolmark-backup-2026-11-14T12-00-00Z', `{ "x": "Bearer ${TOKEN}" }`);
    await put('.cursor/mcp.json.toolmark-backup-2026-11-15T12-00-00Z', '{}');
    await put('.cursor/mcp.json.toolmark-backup-2026-11-15T12-00-01Z-none', '');
    const draft = await put(
      '.cursor/mcp.json.6f1b2a34-0000-4000-8000-000000000000',
      '{ "x": "Bearer another-one-0123456789" }',
    );
    await put('.cursor/mcp.json.mine', `Bearer ${TOKEN}`);
    const checks = (await look()).filter(({ name }) => name === 'backups');
    expect(checks).toEqual([
      {
        ...{ name: 'backups', state: 'warning', message: `2 backups beside ${file} have a token in them.` },
        fix: `Once everything works: rm ${old} ${draft}`,
      },
    ]);
  });
});

describe('named tokens', () => {
  const token = (name: string, more: Partial<NamedToken>): NamedToken => ({
    ...{
      id: name,
      name,
      kind: 'client',
      may_answer: true,
      hint: 'tmk_abcd',
      ceiling: 'read',
      servers: null,
      profile: null,
      status: 'active',
    },
    ...{ created_at: '2026-11-15T11:00:00.000Z', expires_at: null, last_used_at: null, revoked_at: null },
    ...more,
  });
  it.each<[string, readonly NamedToken[], readonly string[] | undefined, readonly object[]]>([
    ['none', [], [], []],
    [
      'well',
      [token('a', {}), token('b', { profile: 'p' })],
      ['p'],
      [{ state: 'ok', message: '2 named tokens in use' }],
    ],
    [
      'for a deleted profile',
      [token('a', { profile: 'p' })],
      ['q'],
      [{ state: 'problem', fix: expect.stringContaining('toolmark tokens revoke a --data /x') }],
    ],
    ['for a profile, if the profiles are unknown', [token('a', { profile: 'p' })], undefined, [{ state: 'ok' }]],
    [
      'expired',
      [token('a', { status: 'expired', expires_at: '2026-11-01T00:00:00.000Z' })],
      [],
      [{ state: 'warning', message: "The token 'a' expired on 2026-11-01." }],
    ],
    ['revoked', [token('a', { status: 'revoked' })], [], []],
  ])('%s', (_case, tokens, profiles, wanted) => {
    expect(checkTokens(tokens, profiles, ' --data /x')).toMatchObject(wanted);
  });
});
