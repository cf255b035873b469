import { curationListSchema } from '@toolmark/api-contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWholeGateway, type WholeGateway } from '../fixtures/whole-gateway.ts';

let gateway: WholeGateway;
let before = '';
beforeAll(async () => {
  gateway = await startWholeGateway();
  before = gateway.config();
}, 30_000);
afterAll(async () => await gateway.close());
afterEach(async () => {
  const { curations } = curationListSchema.parse(JSON.parse((await tools('curations', '--json')).stdout));
  for (const { server, tool } of curations) await tools('restore', `${server}/${tool}`);
  expect(gateway.config()).toBe(before);
});

const tools = (...args: readonly string[]) => gateway.ask(['tools', ...args], { columns: 100 });

describe('toolmark tools disable and enable', () => {
  it('disables a tool and enables it again', async () => {
    expect(await tools('disable', 'notes/thing')).toEqual({
      code: 0,
      stdout: '✓ notes/thing is disabled.\n  Enable it again: toolmark tools enable notes/thing\n',
      stderr: '',
    });
    const { stdout } = await tools('--disabled');
    expect(stdout).toContain('1 tool\n');
    expect(stdout).toContain('disabled: no client can see it');
    expect((await tools('show', 'notes__thing')).stdout).toContain('disabled: no client can see it');
    expect((await tools('enable', 'notes__thing')).stdout).toBe('✓ notes/thing is enabled.\n');
    expect(gateway.config()).toBe(before);
  });

  it('changes all that match, and lists exceptions', async () => {
    await tools('disable', 'notes/list_notes');
    expect((await tools('disable', 'notes/*')).stdout).toContain(
      '✓ 3 tools are disabled: notes/list_notes, notes/create_note, notes/thing.',
    );
    expect((await tools('enable', 'notes/*')).stdout).toBe(
      '✓ 2 tools are enabled: notes/create_note, notes/thing.\n  Except notes/list_notes: their own entries take precedence over a pattern.\n',
    );
    expect((await tools('disable', 'none/*')).stdout).toContain('No tool matches none/* yet.');
  });
});

describe('toolmark tools rename, retitle and describe', () => {
  it('changes what clients see, and prints the original with it', async () => {
    expect((await tools('rename', 'notes/thing', 'gadget')).stdout).toBe(
      '✓ notes/thing was changed for clients.\n  original name  thing\n  new name       notes__gadget\n',
    );
    expect((await tools('retitle', 'notes/thing', 'A gadget')).code).toBe(0);
    expect((await tools('describe', 'notes__gadget', 'Does something.')).stdout).toContain(
      'original description  (none)',
    );
    expect((await tools('curations')).stdout).toBe(
      '  TOOL         OFFERED  NAME    TITLE     DESCRIPTION\n  notes/thing  –        gadget  A gadget  Does something.\n',
    );
    expect((await tools()).stdout).toContain('clients see it as notes__gadget');
    const shown = (await tools('show', 'notes/thing')).stdout;
    expect(shown).toContain('A gadget');
    expect(shown).toContain('notes__gadget, instead of thing');
    expect((await tools('restore', 'notes/thing')).stdout).toBe('✓ notes/thing is restored.\n');
  });

  it.each<[string, readonly string[], number, string]>([
    [
      'a name in use',
      ['rename', 'notes/thing', 'list_notes'],
      1,
      "Another tool of server 'notes' has the name 'list_notes'",
    ],
    ['a name that is none', ['rename', 'notes/thing', 'a b'], 2, 'must be letters, digits, _ or -'],
    ['an unknown tool', ['rename', 'notes/thin', 'x'], 2, "Server 'notes' has no tool 'thin'"],
    ['an unknown tool', ['disable', 'notes/thin'], 2, 'thing'],
    ['an invalid pattern', ['disable', '*'], 2, 'not a pattern for tools'],
    ['to restore an unchanged tool', ['restore', 'notes/thing'], 1, 'The config has no changes of notes/thing'],
  ])('refuses %s', async (_what, args, code, wanted) => {
    const answer = await tools(...args);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(wanted)]);
  });
});
