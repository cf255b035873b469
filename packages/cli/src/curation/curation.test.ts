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
  it('switches one off and on again', async () => {
    expect(await tools('disable', 'notes/thing')).toEqual({
      code: 0,
      stdout: '✓ notes/thing is offered to nobody.\n  Switch on again: toolmark tools enable notes/thing\n',
      stderr: '',
    });
    const { stdout } = await tools('--disabled');
    expect(stdout).toContain('1 tool\n');
    expect(stdout).toContain('switched off: it is offered to nobody');
    expect((await tools('show', 'notes__thing')).stdout).toContain('to nobody: it is switched off');
    expect((await tools('enable', 'notes__thing')).stdout).toBe('✓ notes/thing is offered.\n');
    expect(gateway.config()).toBe(before);
  });

  it('switches all that match, and says which do not go along', async () => {
    await tools('disable', 'notes/list_notes');
    expect((await tools('disable', 'notes/*')).stdout).toContain(
      '✓ 3 tools are offered to nobody: notes/list_notes, notes/create_note, notes/thing.',
    );
    expect((await tools('enable', 'notes/*')).stdout).toBe(
      '✓ 2 tools are offered: notes/create_note, notes/thing.\n  Not so notes/list_notes: entries of their own, which come before a pattern, say otherwise.\n',
    );
    expect((await tools('disable', 'none/*')).stdout).toContain('No tool matches none/* now.');
  });
});

describe('toolmark tools rename, retitle and describe', () => {
  it('offers a tool in other words, with its own beside them', async () => {
    expect((await tools('rename', 'notes/thing', 'gadget')).stdout).toBe(
      '✓ notes/thing is offered in other words.\n  its own name  thing\n  offered name  notes__gadget\n',
    );
    expect((await tools('retitle', 'notes/thing', 'A gadget')).code).toBe(0);
    expect((await tools('describe', 'notes__gadget', 'Does something.')).stdout).toContain(
      'its own description  (none)',
    );
    expect((await tools('curations')).stdout).toBe(
      '  TOOL         OFFERED  NAME    TITLE     DESCRIPTION\n  notes/thing  –        gadget  A gadget  Does something.\n',
    );
    expect((await tools()).stdout).toContain('offered as notes__gadget');
    const shown = (await tools('show', 'notes/thing')).stdout;
    expect(shown).toContain('A gadget');
    expect(shown).toContain('notes__gadget, instead of thing');
    expect((await tools('restore', 'notes/thing')).stdout).toBe('✓ notes/thing is as its server has it.\n');
  });

  it.each<[string, readonly string[], number, string]>([
    [
      'a name that another has',
      ['rename', 'notes/thing', 'list_notes'],
      1,
      "Another tool of server 'notes' is called 'list_notes'",
    ],
    ['a name that is none', ['rename', 'notes/thing', 'a b'], 2, 'must be letters, digits, _ or -'],
    ['a tool that there is not', ['rename', 'notes/thin', 'x'], 2, "Server 'notes' has no tool 'thin'"],
    ['a tool that there is not', ['disable', 'notes/thin'], 2, 'thing'],
    ['a pattern that is none', ['disable', '*'], 2, 'no pattern for tools'],
    ['to take back what was not changed', ['restore', 'notes/thing'], 1, 'Nothing is changed about notes/thing'],
  ])('refuses %s', async (_what, args, code, wanted) => {
    const answer = await tools(...args);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(wanted)]);
  });
});
