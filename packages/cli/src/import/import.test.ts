import type { ImportableServer } from '@toolmark/api-contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientHome, createClientHome } from '../fixtures/client-home.ts';
import { readAnswer } from './ask-which.ts';
import { candidatesOf } from './select.ts';

const CURSOR = `{
  "mcpServers": {
    "notes": { "command": "notes", "env": { "KEY": "fixture-secret-1" } },
    "github": { "url": "https://example.com/mcp" },
  },
}
`;
const GEMINI = JSON.stringify({
  mcpServers: { notes: { command: 'other-notes' }, gh: { httpUrl: 'https://example.com/mcp' } },
});
const CONFIG = '{\n  // mine\n  "mcpServers": {\n    "demo": { "command": "demo" } // last\n  }\n}\n';

let machine: ClientHome;
beforeEach(async () => {
  machine = await createClientHome();
  await machine.put('.cursor/mcp.json', CURSOR);
  await machine.put('.gemini/settings.json', GEMINI);
  await machine.put('.toolmark/toolmark.json', CONFIG);
});

const names = async (): Promise<readonly string[]> =>
  [...(await machine.read('.toolmark/toolmark.json')).matchAll(/^ {4}"([\w-]+)": \{/gm)].map(([, name = '']) => name);

describe('toolmark import', () => {
  it('only shows the servers without a terminal to ask in, without secrets', async () => {
    const { code, stdout } = await machine.run(['import']);
    expect([code, stdout.includes('fixture-secret')]).toEqual([0, false]);
    expect(stdout).toMatch(/1 +notes +new +notes +KEY/);
    expect(stdout).toContain('toolmark import --all, or their names');
    expect(await machine.read('.toolmark/toolmark.json')).toBe(CONFIG);
  });

  it('imports all new servers, keeps comments, and says why others are left out', async () => {
    const { code, stdout } = await machine.run(['import', '--all']);
    expect([code, await names()]).toEqual([0, ['demo', 'notes', 'github']]);
    const file = await machine.read('.toolmark/toolmark.json');
    expect(file).toContain('// mine');
    expect(file).toContain('// last');
    expect(file).toContain('fixture-secret-1');
    expect(stdout).toMatch(
      /! notes: Another server with this name comes before it\. Import it separately: toolmark import notes/,
    );
    expect(stdout).toContain('! gh: It is the same as github of Cursor.');
    expect([await machine.read('.cursor/mcp.json'), await machine.read('.gemini/settings.json')]).toEqual([
      CURSOR,
      GEMINI,
    ]);
  });

  it('imports a server whose variables load code only by its name, and says so', async () => {
    const env = { NODE_OPTIONS: '--import=data:text/javascript,evil()', KEY: 'fixture-secret-2' };
    await machine.put('.cursor/mcp.json', JSON.stringify({ mcpServers: { odd: { command: 'odd', env } } }));
    const warning = /! odd: It sets NODE_OPTIONS=--import=data:text\/javascript,evil\(\), which can load other code/;
    const shown = await machine.run(['import', '--from', 'cursor']);
    expect(shown.stdout).toMatch(/1 +odd +check first/);
    expect(shown.stdout).toContain('! It sets NODE_OPTIONS=--import');
    expect(shown.stdout).not.toContain('fixture-secret');
    const all = await machine.run(['import', '--all', '--from', 'cursor']);
    expect([all.code, await names()]).toEqual([0, ['demo']]);
    expect(all.stdout).toMatch(warning);
    expect(all.stdout).toContain('toolmark import odd --from');
    const typed = await machine.run(['import', '--from', 'cursor'], 'all');
    expect([typed.code, await names()]).toEqual([1, ['demo']]);
    const named = await machine.run(['import', 'odd', '--from', 'cursor']);
    expect([named.code, await names()]).toEqual([0, ['demo', 'odd']]);
    expect(named.stdout).toMatch(warning);
  });

  it.each<[string, readonly string[], number, readonly string[]]>([
    ['a name', ['github'], 0, ['demo', 'github']],
    ['an ambiguous name', ['notes'], 1, ['demo']],
    ['one of them', ['notes', '--from', 'gemini'], 0, ['demo', 'notes']],
    ['another name', ['notes', '--from', 'gemini', '--rename', 'notes=mine'], 0, ['demo', 'mine']],
    ['only a rename', ['--from', 'cursor', '--rename', 'notes=mine'], 0, ['demo', 'mine']],
    ['an unknown name', ['nope', 'github'], 1, ['demo', 'github']],
    ['--dry-run', ['--all', '--dry-run'], 0, ['demo']],
  ])('imports by %s', async (_case, args, code, wanted) => {
    const asked = await machine.run(['import', ...args]);
    expect([asked.code, await names()]).toEqual([code, wanted]);
  });

  it.each<[string, readonly string[]]>([
    ['1', ['demo', 'notes']],
    ['1-2', ['demo', 'notes', 'github']],
    ['github', ['demo', 'github']],
    ['1 3', ['demo', 'notes', 'notes-gemini']],
    ['all', ['demo', 'notes', 'github']],
    ['', ['demo']],
    ['none', ['demo']],
  ])('asks on a terminal, and imports %j', async (typed, wanted) => {
    const asked = await machine.run(['import'], typed);
    expect(asked.stderr).toContain('Which ones?');
    expect(await names()).toEqual(wanted);
  });

  it('reports a conflict with a solution, which works', async () => {
    await machine.put('.toolmark/toolmark.json', '{ "mcpServers": { "notes": { "command": "mine" } } }');
    const first = await machine.run(['import', 'notes', '--from', 'cursor']);
    const [, way = ''] = /Choose another: toolmark (.*)$/m.exec(first.stdout) ?? [];
    expect(first.code).toBe(1);
    expect((await machine.run(way.split(' '))).stdout).toContain('Imported 1 server');
    expect((await machine.run(['import', 'notes', '--from', 'cursor'])).stdout).toContain(
      "It already exists here, as 'notes-cursor'.",
    );
  });

  it('creates a config without the demo if there is none', async () => {
    const config = 'elsewhere/toolmark.json';
    const asked = await machine.run(['import', 'github', '--config', `${machine.home}/${config}`, '--json']);
    expect(JSON.parse(asked.stdout)).toMatchObject({ added: ['github'], refused: [], dry_run: false });
    expect(JSON.parse(await machine.read(config))).toMatchObject({
      mcpServers: { github: { url: 'https://example.com/mcp' } },
    });
  });

  it('prints JSON without secrets', async () => {
    const { stdout } = await machine.run(['import', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ sources: expect.any(Array) });
    expect(stdout).not.toContain('fixture-secret');
  });

  it.each<[readonly string[], RegExp]>([
    [['--from', 'emacs'], /--from takes a client/],
    [['--rename', 'x'], /--rename takes old=new/],
  ])('refuses %j', async (args, message) => {
    const asked = await machine.run(['import', ...args]);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('refuses a broken config, and leaves it alone', async () => {
    await machine.put('.toolmark/toolmark.json', '{ broken');
    const asked = await machine.run(['import', '--all']);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/is not valid JSON at line 1/)]);
  });
});

describe('an answer', () => {
  const server = (name: string): ImportableServer => ({
    ...{ name, summary: name, transport: 'stdio', secrets: [], problem: null, notes: [], warnings: [] },
    ...{ conflict: 'none', same_as: null, duplicate_of: null, suggested_name: name },
  });
  const source = { client: 'cursor', name: 'Cursor', file: '/x', project: null, problem: null };
  const servers = ['a', 'b', 'c'].map(server);
  const candidates = candidatesOf({ sources: [{ ...source, state: 'found', servers }] }, undefined);

  it.each<[string, unknown]>([
    ['', { kind: 'none' }],
    [' No ', { kind: 'none' }],
    ['ALL', { kind: 'all' }],
    ['2', { kind: 'some', picked: [candidates[1]] }],
    ['3, a', { kind: 'some', picked: [candidates[2], candidates[0]] }],
    ['1-2 2', { kind: 'some', picked: [candidates[0], candidates[1]] }],
    ['7', { kind: 'unclear', word: '7' }],
    ['a nope', { kind: 'unclear', word: 'nope' }],
  ])('parses %j', (line, wanted) => expect(readAnswer(line, candidates)).toEqual(wanted));
});
