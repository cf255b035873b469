import { Readable } from 'node:stream';
import { overrideAnswerSchema } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { type OverrideGateway, type OverridesGiven, startOverrideGateway } from '../fixtures/override-gateway.ts';

const READER = {
  name: 'list_notes',
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
};
const DELETER = { name: 'delete_note', annotations: { readOnlyHint: false, destructiveHint: true } };
const ALSO = { name: 'delete_all', annotations: { readOnlyHint: false, destructiveHint: true } };
const BARE = { name: 'thing' };
/** Its name contradicts its hints. */
const LIAR = { name: 'delete_x', annotations: { readOnlyHint: true } };
const READS = { name: 'reads', annotations: { readOnlyHint: true } };

let gateway: OverrideGateway | undefined;

afterEach(() => gateway?.end());

const start = async (given: Partial<OverridesGiven> = {}): Promise<OverrideGateway> => {
  gateway = await startOverrideGateway({ tools: [READER, DELETER, ALSO, BARE, LIAR, READS], ...given });
  return gateway;
};

const ask = (args: readonly string[], given: Surroundings = {}): Promise<Asked> =>
  askFor(['tools', ...args], { home: gateway?.data ?? '', ...given });

describe('toolmark tools override', () => {
  it.each(['notes/list_notes', 'notes__list_notes'])('tightens %s without asking', async (name) => {
    const { set, overrides } = await start();
    const says = ['--reason', 'it writes'];
    const { code, stdout, stderr } = await ask(['override', name, '--read-only', 'false', ...says]);
    expect([code, stderr, set()]).toEqual([0, '', [['list_notes', { readOnlyHint: false }, 'ada']]]);
    expect(overrides.list()).toMatchObject([{ reason: 'it writes' }]);
    expect(stdout).toBe('✓ notes/list_notes: readOnly=false is set\n  readOnlyHint=false (was true)\n');
    const again = await ask(['override', name, '--read-only', 'false', ...says]);
    expect(again.stdout).toContain('  readOnlyHint=false, unchanged\n');
  });

  it('keeps earlier hints with their reason, and removes those set to inherit', async () => {
    const { set, overrides } = await start({ set: { delete_note: { readOnlyHint: false, idempotentHint: true } } });
    await ask(['override', 'notes/delete_note', '--destructive', 'true', '--idempotent', 'inherit']);
    expect(set()).toEqual([['delete_note', { readOnlyHint: false, destructiveHint: true }, 'ada']]);
    expect(overrides.list()).toMatchObject([{ reason: 'looked at it' }]);
  });

  it('announces a relaxation and asks on a terminal', async () => {
    const { set } = await start();
    const args = ['override', 'notes/delete_note', '--destructive', 'false', '--no-color'];
    const { code, stderr } = await ask(args, { isTTY: true, typed: Readable.from(['y\n']) });
    expect([code, set()]).toEqual([0, [['delete_note', { destructiveHint: false }, 'ada']]]);
    expect(stderr).toBe(
      [
        '! This relaxes hints: clients and the policy will allow more.',
        '    notes/delete_note: destructiveHint true → false (destructive → additive)',
        'Set it? [y/N] ',
      ].join('\n'),
    );
  });

  it.each<[string, readonly string[], string]>([
    [
      'without hints',
      ['notes/thing', '--read-only', 'true'],
      'notes/thing: readOnlyHint false → true (destructive → read)',
    ],
    [
      'that is destructive',
      ['notes/delete_note', '--read-only', 'true'],
      'readOnlyHint false → true (destructive → read)',
    ],
    ['with false hints', ['notes/delete_x', '--read-only', 'true'], 'readOnlyHint false → true (destructive → read)'],
    ['that reads', ['notes/reads', '--open-world', 'false'], 'notes/reads: openWorldHint true → false.'],
  ])('does not relax a tool %s without a terminal to ask in', async (_what, args, sentence) => {
    const { set } = await start();
    const { code, stdout, stderr } = await ask(['override', ...args]);
    expect([code, stdout, set()]).toEqual([1, '', []]);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(
      'Nothing was set, because there is no terminal to ask in. To skip the question, add --yes.\n',
    );
  });

  it('does not relax after a no, and exits with 1', async () => {
    const { set } = await start();
    const given = { isTTY: true, typed: Readable.from(['n\n']) };
    const { code, stderr } = await ask(['override', 'notes/delete_note', '--destructive', 'false'], given);
    expect([code, stderr.endsWith('Set it? [y/N] Nothing was set.\n'), set()]).toEqual([1, true, []]);
  });

  it('--yes confirms, and the author comes from the credential', async () => {
    const { set } = await start();
    const args = ['override', 'notes/delete_note', '--destructive', 'false', '--yes'];
    const { code } = await ask(args, { env: { USER: 'carl' } });
    expect([code, set()]).toEqual([0, [['delete_note', { destructiveHint: false }, 'ada']]]);
  });

  it("--json prints the gateway's answer", async () => {
    await start();
    const { stdout } = await ask(['override', 'notes/list_notes', '--read-only', 'false', '--json']);
    expect(overrideAnswerSchema.parse(JSON.parse(stdout))).toMatchObject({ is_dry_run: false, affected_tools: 1 });
  });

  it('by a pattern lists the current tools and says that later ones are included', async () => {
    const { set } = await start();
    const args = ['override', 'notes/delete_*', '--destructive', 'false', '--no-color'];
    const { stdout, stderr } = await ask(args, { isTTY: true, columns: 120, typed: Readable.from(['y\n']) });
    expect(stderr.split('\n').slice(1, 4)).toEqual([
      '    notes/delete_note: destructiveHint true → false (destructive → additive)',
      '    notes/delete_all: destructiveHint true → false (destructive → additive)',
      '    notes/delete_x: destructiveHint true → false (destructive → additive)',
    ]);
    expect(stderr).toContain('    every later tool that matches notes/delete_*: destructiveHint=false\n');
    expect(set()).toEqual([['delete_*', { destructiveHint: false }, 'ada']]);
    expect(stdout).toBe('✓ notes/delete_*: destructive=false is set, for 3 current tools\n');
  });

  it('considers the hints it does not mention', async () => {
    const tools = Array.from({ length: 250 }, (_, index) => ({ name: `thing_${index}` }));
    await start({ tools });
    const { stderr } = await ask(['override', 'notes/*', '--destructive', 'false'], { isTTY: true });
    expect(stderr).toMatch(/thing_9: .*\n {4}and 240 more\n/);
  });

  it('by a pattern leaves out tools with their own override', async () => {
    await start({ tools: [DELETER], set: { delete_note: { destructiveHint: true } } });
    const { stderr } = await ask(['override', 'notes/*', '--destructive', 'false']);
    expect([stderr.includes('destructiveHint true'), stderr.includes('every later tool')]).toEqual([false, true]);
  });

  it('says if a pattern matches nothing', async () => {
    await start();
    const { stdout } = await ask(['override', 'notes/nothing_*', '--destructive', 'true']);
    expect(stdout).toMatch(/ {2}No tool of server 'notes' matches yet\. The setting applies as soon as one\s+does\.\n/);
  });

  it.each<[string, Partial<OverridesGiven>, number]>([
    ['as its server declares', { tools: [READS] }, 1],
    ['as set by a broader pattern', { tools: [{ name: 'reads' }], set: { '*': { readOnlyHint: true } } }, 1],
    ["as MCP's default if its server is not trusted", { tools: [READS], trust: 'none' }, 0],
  ])('inherit gives the value %s', async (_what, given, expected) => {
    await start({ ...given, set: { ...given.set, reads: { readOnlyHint: false } } });
    const { code, stderr } = await ask(['override', 'notes/reads', '--read-only', 'inherit']);
    expect([code, stderr.includes('readOnlyHint false → true (destructive → read)')]).toEqual([
      expected,
      expected === 1,
    ]);
  });

  it.each<[readonly string[], number, string]>([
    [['override', 'notes/$(x)'], 2, "To remove an override:\n  toolmark tools reset 'notes/$(x)'\n"],
    [['override', 'notes/list_notes', '--read-only', 'maybe'], 2, 'Allowed choices are true, false, inherit.'],
    [['override', 'notes/none', '--read-only', 'false'], 2, "Server 'notes' has no tool 'none'."],
    [['override', '*', '--read-only', 'false'], 2, "'*' is not a pattern for tools: give server/tool"],
    [
      ['override', 'notes/list_notes', '--read-only', 'false', '--json'],
      1,
      'is set in toolmark.json. Change it there.',
    ],
    [['override', 'notes/list_notes', '--read-only', 'false', '--yes'], 1, 'is set in toolmark.json. Change it there.'],
    [['reset', 'notes/list_notes'], 1, 'is set in toolmark.json.'],
    [['reset', 'notes/delete_note'], 1, 'No hints of notes/delete_note are overridden.'],
  ])('%j fails with one sentence', async (args, code, sentence) => {
    await start({ config: { list_notes: { readOnlyHint: true } } });
    const { code: ended, stderr } = await ask(args);
    expect([ended, stderr.includes(sentence)]).toEqual([code, true]);
  });
});

describe('toolmark tools reset', () => {
  it('removes an override, also of a tool that is gone, and records the author', async () => {
    const { set, overrides } = await start({ set: { gone: { readOnlyHint: true } } });
    const args = ['reset', 'notes/gone', '--reason', 'it is gone'];
    expect(await ask(args)).toEqual({ code: 0, stderr: '', stdout: '✓ notes/gone: the override was removed\n' });
    expect([set(), overrides.history()[0]]).toMatchObject([
      [],
      { action: 'remove', tool: 'gone', author: 'ada', reason: 'it is gone' },
    ]);
  });

  it.each<[string, string, Partial<OverridesGiven>, string]>([
    [
      'a tool that does not declare destructiveHint',
      'reads',
      { set: { reads: { readOnlyHint: false } } },
      'notes/reads: readOnlyHint false → true (destructive → read)',
    ],
    [
      'a tool with a broader override',
      'thing',
      { set: { thing: { readOnlyHint: false }, '*': { readOnlyHint: true } } },
      'notes/thing: readOnlyHint false → true (destructive → read)',
    ],
    [
      'tools that match a pattern',
      'x_*',
      { set: { 'x_*': { destructiveHint: true } } },
      'every later tool that matches notes/x_*: destructiveHint no longer set',
    ],
  ])('asks if resetting %s relaxes it', async (_what, name, given, sentence) => {
    const { set } = await start(given);
    const before = set();
    const { code, stderr } = await ask(['reset', `notes/${name}`]);
    expect([code, set(), stderr.includes(sentence)]).toEqual([1, before, true]);
    expect((await ask(['reset', `notes/${name}`, '--yes'])).code).toBe(0);
    expect(set()).toEqual(before.filter(([tool]) => tool !== name));
  });
});
