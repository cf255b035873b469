import { Readable } from 'node:stream';
import { type Override, type OverrideRequest, overrideRequestSchema, type ToolDetail } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { type ApiAnswered, type ApiAsked, type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';
import { toolOf } from '../fixtures/tool.ts';

const override = (server: string, tool: string, more: Partial<Override> = {}): Override => ({
  server,
  tool,
  hints: { readOnlyHint: true },
  reason: 'looked at it',
  author: 'ada',
  at: '2026-11-15T11:00:00.000Z',
  origin: 'set',
  ...more,
});

const TOOLS = [toolOf('list_notes', 'read'), toolOf('delete_note', 'destructive'), toolOf('delete_all', 'destructive')];

let gateway: RecordGateway | undefined;
let made: readonly unknown[] = [];

afterEach(async () => {
  made = [];
  await gateway?.close();
});

/** A gateway on which hints can be set; what was set changes the tool. */
async function start(overrides: readonly Override[] = [], tools: readonly ToolDetail[] = TOOLS): Promise<void> {
  const set = (server: string, tool: string, request: OverrideRequest): ApiAnswered => {
    made = [...made, [`${server}/${tool}`, request]];
    if (overrides.some((one) => one.origin === 'config' && one.server === server && one.tool === tool)) {
      return { error: ['conflict', 'The config has one for the same; change it there.'] };
    }
    const hints = Object.fromEntries(Object.entries(request.hints).filter(([, value]) => value !== null));
    const note = tool === 'nothing_*' ? 'No tool matches now. It counts as soon as one does.' : null;
    const isEmpty = Object.keys(hints).length === 0;
    return { json: { override: isEmpty ? null : override(server, tool, { hints }), matching_tools: 1, note } };
  };
  const onApi = ({
    method,
    path: [kind, server = '', tool = '', verb],
    query,
    body,
  }: ApiAsked): ApiAnswered | undefined => {
    if (kind === 'overrides') {
      const entries = overrides.map(({ origin: _origin, ...entry }) => entry);
      return { json: query.get('format') === 'config' ? entries : { overrides, total: overrides.length } };
    }
    if (kind !== 'tools') return undefined;
    if (verb === 'override' && method === 'PUT') return set(server, tool, overrideRequestSchema.parse(body));
    if (verb === 'override') {
      made = [...made, [`${server}/${tool}`, method]];
      return { json: { override: null, matching_tools: 1, note: null } };
    }
    if (server === '') return { json: { tools, total: tools.length } };
    if (tool !== '') return undefined;
    const exposed = tools.find(({ exposed_name: name }) => name === server);
    return exposed === undefined ? { error: ['not_found', `There is no tool '${server}'.`] } : { json: exposed };
  };
  gateway = await startRecordGateway({ tools, onApi });
}

const ask = (args: readonly string[], given: Surroundings = {}): Promise<Asked> =>
  askFor(['tools', ...args], { home: gateway?.data ?? '', ...given });

describe('toolmark tools override', () => {
  it.each(['notes/list_notes', 'notes__list_notes'])('tightens %s without a question', async (name) => {
    await start();
    const { code, stdout, stderr } = await ask([
      'override',
      name,
      '--read-only',
      'false',
      '--reason',
      'it writes',
      '--author',
      'ada',
    ]);
    expect([code, stderr, made]).toEqual([
      0,
      '',
      [['notes/list_notes', { hints: { readOnlyHint: false }, reason: 'it writes', author: 'ada' }]],
    ]);
    expect(stdout.split('\n')[0]).toBe('✓ notes/list_notes: readOnly=false is set');
  });

  it('keeps what was set before, with its reason, and takes back what inherits', async () => {
    await start([override('notes', 'delete_note', { hints: { readOnlyHint: false, idempotentHint: true } })]);
    await ask(['override', 'notes/delete_note', '--destructive', 'true', '--idempotent', 'inherit', '--author', 'bob']);
    expect(made).toEqual([
      [
        'notes/delete_note',
        {
          hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: null },
          reason: 'looked at it',
          author: 'bob',
        },
      ],
    ]);
  });

  it('names a relaxation as such and asks on a terminal', async () => {
    await start();
    const args = ['override', 'notes/delete_note', '--destructive', 'false', '--no-color'];
    const { code, stderr } = await ask(args, { isTTY: true, typed: Readable.from(['y\n']) });
    expect([code, made]).toEqual([0, [['notes/delete_note', { hints: { destructiveHint: false } }]]]);
    expect(stderr).toBe(
      [
        '! This relaxes hints: clients and the policy let more pass afterwards.',
        '    notes/delete_note: destructiveHint true → false',
        'Set it? [y/N] ',
      ].join('\n'),
    );
  });

  it.each<[string, Surroundings, string]>([
    ['a no', { isTTY: true, typed: Readable.from(['n\n']) }, 'Set it? [y/N] Nothing was set.\n'],
    [
      'nobody to ask',
      {},
      'This relaxes hints: clients and the policy let more pass afterwards. notes/delete_note: destructiveHint true → false. There is nobody to ask, so nothing was set. To do it without a question, add --yes.\n',
    ],
  ])('sets no relaxation after %s, and 1', async (_case, given, sentence) => {
    await start();
    const { code, stderr } = await ask(['override', 'notes/delete_note', '--destructive', 'false'], given);
    expect([code, stderr.endsWith(sentence), made]).toEqual([1, true, []]);
  });

  it('--yes answers, and the author is who is logged in', async () => {
    await start();
    const { code } = await ask(['override', 'notes/delete_note', '--destructive', 'false', '--yes'], {
      env: { USER: 'carl' },
    });
    expect([code, made]).toEqual([0, [['notes/delete_note', { hints: { destructiveHint: false }, author: 'carl' }]]]);
  });

  it('of a pattern names the tools of now and says that others may come', async () => {
    await start();
    const args = ['override', 'notes/delete_*', '--destructive', 'false', '--no-color'];
    const { stderr } = await ask(args, { isTTY: true, columns: 120, typed: Readable.from(['y\n']) });
    expect(stderr.split('\n').slice(1, 4)).toEqual([
      '    notes/delete_note: destructiveHint true → false',
      '    notes/delete_all: destructiveHint true → false',
      '    every tool that matches notes/delete_*, also those that come later: destructiveHint=false',
    ]);
    expect(made).toEqual([['notes/delete_*', { hints: { destructiveHint: false } }]]);
  });

  it('of a pattern leaves out what somebody set for one tool', async () => {
    const own = toolOf('delete_note', 'destructive', { override: override('notes', 'delete_note') });
    await start([], [own]);
    const { stderr } = await ask(['override', 'notes/*', '--destructive', 'false']);
    expect([stderr.includes('destructiveHint true'), stderr.includes('that come later')]).toEqual([false, true]);
  });

  it('says that a pattern matches nothing', async () => {
    await start();
    const { stdout } = await ask(['override', 'notes/nothing_*', '--destructive', 'true']);
    expect(stdout).toContain('  No tool matches now. It counts as soon as one does.\n');
  });

  it('counts inherit as what its server declares', async () => {
    const declared = toolOf('purge', 'destructive');
    const hints = {
      ...declared.hints,
      destructiveHint: { value: true, source: 'override', declared: false, reason: 'set' },
    } as const;
    await start([override('notes', 'purge', { hints: { destructiveHint: true } })], [{ ...declared, hints }]);
    const { code, stderr } = await ask(['override', 'notes/purge', '--destructive', 'inherit']);
    expect([code, stderr.includes('destructiveHint true → false')]).toEqual([1, true]);
    await gateway?.close();
    // A server whose word does not count leaves MCP's default.
    await start([], [{ ...declared, hints, trust: 'none' }]);
    expect((await ask(['override', 'notes/purge', '--destructive', 'inherit'])).code).toBe(0);
  });

  it.each<[readonly string[], number, string]>([
    [['override', 'notes/list_notes'], 2, 'Say what to set: --read-only'],
    [['override', 'notes/list_notes', '--read-only', 'maybe'], 2, 'Allowed choices are true, false, inherit.'],
    [['override', 'notes/none', '--read-only', 'false'], 2, "Server 'notes' has no tool 'none'."],
    [['override', '*', '--read-only', 'false'], 2, "'*' is no pattern for tools: give server/tool"],
    [['override', 'notes/list_notes', '--read-only', 'false', '--json'], 1, 'The config has one for the same'],
    [['reset', 'notes/delete_note'], 1, 'Nobody has set a hint of notes/delete_note.'],
  ])('%j: one sentence', async (args, code, sentence) => {
    await start([override('notes', 'list_notes', { origin: 'config' })]);
    const { code: ended, stderr } = await ask(args);
    expect([ended, stderr.includes(sentence)]).toEqual([code, true]);
  });
});

describe('toolmark tools reset', () => {
  it('takes an override away, also of a tool that is gone', async () => {
    await start([override('notes', 'gone')]);
    const { code, stdout } = await ask(['reset', 'notes/gone']);
    expect([code, stdout, made]).toEqual([0, '✓ notes/gone: no hint is set any more\n', [['notes/gone', 'DELETE']]]);
  });

  it('asks where that relaxes something', async () => {
    const own = override('notes', 'list_notes', { hints: { readOnlyHint: false } });
    const tightened = toolOf('list_notes', 'read');
    const hints = {
      ...tightened.hints,
      readOnlyHint: { value: false, source: 'override', declared: true, reason: 'set' },
    } as const;
    await start([own], [{ ...tightened, hints, override: own }]);
    const { code, stderr } = await ask(['reset', 'notes/list_notes']);
    expect([code, made, stderr.includes('readOnlyHint false → true')]).toEqual([1, [], true]);
    expect((await ask(['reset', 'notes/list_notes', '--yes'])).code).toBe(0);
    expect(made).toEqual([['notes/list_notes', 'DELETE']]);
  });
});

describe('toolmark tools overrides', () => {
  it('lists them with who and why', async () => {
    await start([
      override('notes', '*'),
      override('*', 'purge', { origin: 'config', author: null, at: null, reason: null }),
    ]);
    expect(await ask(['overrides'])).toMatchObject({
      code: 0,
      stdout: [
        '  TOOL     HINTS          SET     BY   IN',
        '  notes/*  readOnly=true  1h ago  ada  gateway',
        '    looked at it',
        '  */purge  readOnly=true  –       –    config',
        '',
        '  Take one away: toolmark tools reset <server/tool>. Those of the config are',
        '  changed in toolmark.json.',
        '',
      ].join('\n'),
    });
  });

  it('--export prints what toolmark.json takes', async () => {
    await start([override('notes', '*')]);
    const { stdout } = await ask(['overrides', '--export']);
    const { origin: _origin, ...entry } = override('notes', '*');
    expect(JSON.parse(stdout)).toEqual({ overrides: [entry] });
  });

  it('says that there are none', async () => {
    await start();
    expect((await ask(['overrides'])).stdout).toMatch(/^ {2}Nobody has set a hint of a tool\.\n/);
  });
});
