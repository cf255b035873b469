import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandVariables } from './expand.ts';
import { loadAuditFile, loadConfiguredServer } from './load.ts';

async function file(content: unknown): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'toolmark-config-')), 'toolmark.audit.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const variable = (name: string) => `\${env:${name}}`;

describe('expandVariables', () => {
  it.each([
    ['nothing to do', 'plain $HOME', {}, { ok: true, value: 'plain $HOME' }],
    ['one', `Bearer ${variable('T')}`, { T: 'x' }, { ok: true, value: 'Bearer x' }],
    ['an empty one', variable('T'), { T: '' }, { ok: true, value: '' }],
    ['missing ones', `${variable('A')} ${variable('B')}`, {}, { ok: false, missing: ['A', 'B'] }],
  ])('%s', (_case, text, env, wanted) => expect(expandVariables(text, env)).toEqual(wanted));
});

describe('toolmark.audit.json', () => {
  it('plans an audit for every server, with what holds for all and what holds for one', async () => {
    const path = await file({
      profile: 'anthropic',
      ignore: [{ code: 'TM505', reason: 'examples come later' }],
      servers: {
        local: {
          command: 'node',
          args: ['server.js'],
          env: { KEY: variable('KEY') },
          table: 'docs/tools.md',
          failOn: 'error',
        },
        remote: {
          url: 'https://example.com/mcp',
          headers: { Authorization: `Bearer ${variable('KEY')}` },
          profile: 'openai',
        },
      },
    });
    const folder = join(path, '..');
    expect(await loadAuditFile(path, { KEY: 'k' })).toEqual({
      ok: true,
      value: [
        {
          name: 'local',
          target: { kind: 'command', command: 'node', args: ['server.js'], env: { KEY: 'k' }, cwd: folder },
          profile: 'anthropic',
          failOn: 'error',
          ignore: [{ code: 'TM505', reason: 'examples come later' }],
          tablePath: join(folder, 'docs/tools.md'),
        },
        {
          name: 'remote',
          target: {
            kind: 'url',
            url: 'https://example.com/mcp',
            headers: { Authorization: 'Bearer k' },
            transport: 'auto',
          },
          profile: 'openai',
          ignore: [{ code: 'TM505', reason: 'examples come later' }],
        },
      ],
    });
  });

  it.each<[string, unknown, readonly [string, RegExp][]]>([
    ['no file content', '{', [['', /JSON/]]],
    ['no servers', {}, [['servers', /expected record/]]],
    ['an empty list of servers', { servers: {} }, [['servers', /names no server/]]],
    ['a server without a way to reach it', { servers: { a: {} } }, [['servers.a', /needs a command or a url/]]],
    ['both ways at once', { servers: { a: { command: 'x', url: 'y' } } }, [['servers.a', /both/]]],
    ['a key nobody knows', { servers: { a: { command: 'x', tabel: 'y' } } }, [['servers.a', /tabel/]]],
    [
      'an ignore without a reason',
      { servers: { a: { command: 'x' } }, ignore: [{ code: 'TM101' }] },
      [['ignore.0.reason', /string/]],
    ],
    [
      'a code that is none',
      { servers: { a: { command: 'x' } }, ignore: [{ code: 'x', reason: 'y' }] },
      [['ignore.0.code', /TM505/]],
    ],
    [
      'several things at once',
      { servers: { a: { command: 'x', env: { K: variable('NOPE') } }, b: {} } },
      [
        ['servers.a.env.K', /NOPE must be set in the environment/],
        ['servers.b', /needs a command/],
      ],
    ],
  ])('reports %s, all of it, with the place', async (_case, content, wanted) => {
    const path = await file(content);
    expect(await loadAuditFile(path, {})).toEqual({
      ok: false,
      error: {
        file: path,
        problems: wanted.map(([at, message]) => ({ path: at, message: expect.stringMatching(message) })),
      },
    });
  });
});

describe('configured servers', () => {
  it('are found in the shape that MCP clients share, other keys and all', async () => {
    const path = await file({
      theme: 'dark',
      mcpServers: { notes: { command: 'npx', args: ['notes'], disabled: false } },
    });
    expect(await loadConfiguredServer(path, 'notes', {})).toMatchObject({
      ok: true,
      value: { kind: 'command', command: 'npx' },
    });
  });

  it('are named where the wanted one is not there', async () => {
    const path = await file({ mcpServers: { notes: { command: 'npx' } } });
    for (const name of ['note', 'constructor', '__proto__']) {
      const result = await loadConfiguredServer(path, name, {});
      expect(result).toMatchObject({
        ok: false,
        error: { problems: [{ message: 'there is no such server; there are: notes' }] },
      });
    }
  });
});
