import { Readable } from 'node:stream';
import { profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeGateway, type WholeGateway } from '../fixtures/whole-gateway.ts';

let gateway: WholeGateway;
beforeAll(async () => {
  gateway = await startWholeGateway();
});
afterAll(() => gateway.close());

const ask = (...args: readonly string[]) => gateway.ask(['profiles', ...args]);
const names = async () =>
  profileListSchema.parse(JSON.parse((await ask('--json')).stdout)).profiles.map(({ name }) => name);

describe('toolmark profiles', () => {
  it('says that there are none, and how to create one', async () => {
    expect((await ask()).stdout).toBe(
      '  There are no profiles.\n  Create one: toolmark profiles set reading --class read\n',
    );
  });

  it('set creates one and prints its contents; list and show print it too', async () => {
    const made = await ask('set', 'reading', '--class', 'read,additive', '--description', 'To look.');
    expect(made).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        "✓ Profile 'reading' was created:",
        'reading',
        '           To look.',
        `  address  ${gateway.url}/mcp/p/reading`,
        `  search   ${gateway.url}/mcp/p/reading/search`,
        '  servers  * (1 now)',
        '  tools    *',
        '  classes  read, additive',
        '  tokens   none only for it',
        '',
        '  2 tools',
        '  read      notes/list_notes',
        '  additive  notes/create_note',
        '',
      ].join('\n'),
    });
    expect((await ask('show', 'reading')).stdout).toBe(made.stdout.split('\n').slice(1).join('\n'));
    expect((await gateway.ask(['profiles'], { columns: 120 })).stdout.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^ {2}NAME +SERVERS +TOOLS +READ +ADDITIVE +DESTRUCTIVE +ADDRESS$/),
      expect.stringMatching(/^ {2}reading +1 +2 +1 +1 +0 +http:.*\/mcp\/p\/reading$/),
      '    To look.',
    ]);
    expect(JSON.parse(gateway.config()).profiles).toEqual({
      reading: { description: 'To look.', classes: ['read', 'additive'] },
    });
  });

  it('set changes the given fields and keeps the others', async () => {
    await ask('set', 'work', '--server', 'notes', '--tool', 'list_*,notes/create_*', '--exclude', 'thing');
    const changed = await ask('set', 'work', '--class', 'read', '--no-exclude', '--json');
    expect(profileDetailSchema.parse(JSON.parse(changed.stdout))).toMatchObject({
      servers: ['notes'],
      tools: ['list_*', 'notes/create_*'],
      exclude: [],
      classes: ['read'],
      counts: { tools: 1 },
    });
    const tried = await ask('set', 'work', '--tool', '*', '--dry-run', '--json');
    expect(JSON.parse(tried.stdout).tools).toEqual(['*']);
    expect(JSON.parse(gateway.config()).profiles.work.tools).toEqual(['list_*', 'notes/create_*']);
  });

  it('warns of likely mistakes', async () => {
    const { code, stdout } = await ask('set', 'odd', '--server', 'nots', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain("  ! No server has the name 'nots'.\n");
    expect(stdout).toContain('  ! It has no tools at present.\n');
  });

  it.each<[readonly string[], string]>([
    [['set', 'No Such'], 'name must be a-z, 0-9 and -'],
    [['set', 'x', '--class', 'write'], "There is no 'write'; there are: read, additive, destructive."],
    [['show', 'reeding'], "There is no profile 'reeding'. Did you mean reading?"],
    [['remove', 'nothing', '--yes'], "There is no profile 'nothing'."],
  ])('%j fails with exit code 2', async (args, sentence) => {
    const { code, stdout, stderr } = await ask(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  it('remove asks, and names the tokens that lose access', async () => {
    await ask('set', 'gone', '--class', 'read');
    await gateway.ask(['tokens', 'create', 'pinned', '--ceiling', 'read', '--profile', 'gone']);
    const blind = 'These tokens are valid only for this profile, and will give no access: pinned.';
    const result = await ask('remove', 'gone');
    expect([result.code, result.stderr]).toEqual([
      1,
      `Profile 'gone' may be in use. ${blind} It was not removed, because there is no terminal to ask in. To skip the question, add --yes.\n`,
    ]);
    const asked = await gateway.ask(['profiles', 'remove', 'gone'], { isTTY: true, typed: Readable.from(['y\n']) });
    expect([asked.code, asked.stderr.includes(`Remove gone from the config? ${blind} [y/N] `)]).toEqual([0, true]);
    expect(await names()).not.toContain('gone');
  });
});
