import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expandVariables } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
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
    [
      'missing ones',
      `${variable('A')} ${variable('B')}`,
      {},
      {
        ok: false,
        missing: [
          { kind: 'env', name: 'A' },
          { kind: 'env', name: 'B' },
        ],
      },
    ],
  ])('%s', (_case, text, env, wanted) => expect(expandVariables(text, { env })).toEqual(wanted));
});

describe('toolmark.audit.json', () => {
  it('plans an audit for every server, with shared and individual settings', async () => {
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
          alias: 'local',
          target: { kind: 'command', command: 'node', args: ['server.js'], env: { KEY: 'k' }, cwd: folder },
          profile: 'anthropic',
          failOn: 'error',
          ignore: [{ code: 'TM505', reason: 'examples come later' }],
          tablePath: join(folder, 'docs/tools.md'),
        },
        {
          name: 'remote',
          alias: 'remote',
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
    ['text that is no JSON', 'servers:', [['', /is not valid JSON: /]]],
    ['neither kind of servers', {}, [['', /has neither "servers", .* nor "mcpServers"/]]],
    ['what is no object', [], [['', /has neither "servers", .* nor "mcpServers"/]]],
    ['servers that are none', { servers: 1 }, [['servers', /expected record/]]],
    ['an empty list of configured servers', { mcpServers: {} }, [['mcpServers', /names no server/]]],
    ['an empty list of servers', { servers: {} }, [['servers', /names no server/]]],
    ['a server without a way to reach it', { servers: { a: {} } }, [['servers.a', /needs a command or a url/]]],
    ['both ways at once', { servers: { a: { command: 'x', url: 'y' } } }, [['servers.a', /both/]]],
    ['a key nobody knows', { servers: { a: { command: 'x', tabel: 'y' } } }, [['servers.a', /tabel/]]],
    [
      'an ignore without a reason',
      { servers: { a: { command: 'x' } }, ignore: [{ code: 'TM101' }] },
      [['ignore.0.reason', /is missing; say why/]],
    ],
    [
      'a code that is none',
      { servers: { a: { command: 'x' } }, ignore: [{ code: 'x', reason: 'y' }] },
      [['ignore.0.code', /TM505/]],
    ],
    [
      'codes of no rule, here and there',
      {
        servers: { a: { command: 'x', ignore: [{ code: 'TM999', reason: 'y' }] } },
        ignore: [
          { code: 'TM701', reason: 'y' },
          { code: 'TM801', reason: 'y' },
          { code: 'TM100', reason: 'y' },
        ],
      },
      [
        ['servers.a.ignore.0.code', /^TM999 is no rule; the codes go from TM101 to TM915$/],
        ['ignore.2.code', /^TM100 is no rule/],
      ],
    ],
    [
      'several things at once',
      { servers: { a: { command: 'x', env: { K: variable('NOPE') } }, b: {} } },
      [
        ['servers.a.env.K', /NOPE must be set in the environment/],
        ['servers.b', /needs a command/],
      ],
    ],
  ])('reports every problem of %s with its place', async (_case, content, wanted) => {
    const path = await file(content);
    expect(await loadAuditFile(path, {})).toEqual({
      ok: false,
      error: {
        kind: 'invalid',
        file: path,
        problems: wanted.map(([at, message]) => ({ path: at, message: expect.stringMatching(message) })),
      },
    });
  });
});

describe('a file of the shape that MCP clients share', () => {
  it('plans an audit for every server and ignores unknown keys', async () => {
    const path = await file({
      theme: 'dark',
      mcpServers: {
        notes: { command: 'npx', args: ['notes'], disabled: false },
        remote: { url: 'https://x.test/mcp' },
      },
    });
    expect(await loadAuditFile(path, {})).toEqual({
      ok: true,
      value: [
        {
          name: 'notes',
          alias: 'notes',
          target: { kind: 'command', command: 'npx', args: ['notes'], cwd: join(path, '..') },
          ignore: [],
        },
        {
          name: 'remote',
          alias: 'remote',
          target: { kind: 'url', url: 'https://x.test/mcp', transport: 'auto' },
          ignore: [],
        },
      ],
    });
  });
});

describe.each(['servers', 'mcpServers'])('one server of %s', (key) => {
  it('is planned even if other servers are invalid', async () => {
    const path = await file({
      [key]: {
        notes: { command: 'npx' },
        other: { url: 'https://x.test', headers: { Authorization: variable('NOPE') } },
        neither: {},
      },
    });
    expect(await loadConfiguredServer(path, 'notes', {})).toEqual({
      ok: true,
      value: {
        name: 'notes',
        alias: 'notes',
        target: { kind: 'command', command: 'npx', args: [], cwd: join(path, '..') },
        ignore: [],
      },
    });
    expect(await loadConfiguredServer(path, 'other', {})).toMatchObject({
      ok: false,
      error: { kind: 'invalid', problems: [{ path: `${key}.other.headers.Authorization` }] },
    });
    expect(await loadAuditFile(path, {})).toMatchObject({
      ok: false,
      error: { problems: [{ path: `${key}.other.headers.Authorization` }, { path: `${key}.neither` }] },
    });
  });

  it.each(['note', 'constructor', '__proto__'])(
    'gives an error that lists the existing servers if it is missing: %s',
    async (name) => {
      const path = await file({ [key]: { notes: { command: 'npx' }, more: { command: 'npx' } } });
      expect(await loadConfiguredServer(path, name, {})).toEqual({
        ok: false,
        error: {
          kind: 'no-such-server',
          file: path,
          problems: [{ path: `${key}.${name}`, message: 'there is no such server; there are: notes, more' }],
        },
      });
    },
  );
});

describe('an invalid server entry', () => {
  it('gives an error with its place, only when that server is requested', async () => {
    const path = await file({ mcpServers: { notes: { command: 'npx' }, broken: { command: 'npx', args: 'x' } } });
    expect(await loadConfiguredServer(path, 'notes', {})).toMatchObject({ ok: true });
    expect(await loadConfiguredServer(path, 'broken', {})).toMatchObject({
      ok: false,
      error: { kind: 'invalid', problems: [{ path: 'mcpServers.broken.args' }] },
    });
  });
});

describe('an unreadable file', () => {
  it('gives a readable error', async () => {
    const folder = join(await file({}), '..');
    const missing = join(folder, 'nope.json');
    const wanted = [
      [missing, 'no-such-file', 'does not exist'],
      [folder, 'invalid', 'is a folder'],
    ] as const;
    for (const [path, kind, message] of wanted) {
      const error = { kind, file: path, problems: [{ path: '', message }] };
      expect(await loadAuditFile(path, {})).toEqual({ ok: false, error });
      expect(await loadConfiguredServer(path, 'x', {})).toEqual({ ok: false, error });
    }
  });
});
