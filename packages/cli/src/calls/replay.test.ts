import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { body, call } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';
import { toolOf } from '../fixtures/tool.ts';

const LISTED = call(4_000);
const DELETED = call(12_000, {
  tool: 'delete_note',
  title: 'Delete Note\u001b[2J',
  class: 'destructive',
  arguments: body({ id: 'n-1' }),
});
const CHANGED = call(20_000, { tool: 'sync', title: 'Sync', class: 'read' });
const REMOVED = call(30_000, { tool: 'removed' });
const UNKNOWN = call(40_000, { server: null, tool: 'no_such', class: null, effective: null });
const FAILING = call(50_000, { tool: 'fail' });
const REFUSED = call(60_000, { tool: 'refused' });
const UNRECORDED = call(70_000, { within: 1 });
const REDACTED = call(80_000, { tool: 'delete_note', class: 'destructive', arguments: body({}, { redactions: 1 }) });
const CUT = call(90_000, { tool: 'delete_note', class: 'destructive', arguments: body('{"a', { is_cut: true }) });

const ASKED = call(95_000, { tool: 'export_all', title: 'Export All' });

let gateway: RecordGateway;
let made: readonly unknown[] = [];

beforeAll(async () => {
  gateway = await startRecordGateway({
    calls: [LISTED, DELETED, CHANGED, REMOVED, UNKNOWN, FAILING, REFUSED, UNRECORDED, REDACTED, CUT, ASKED],
    tools: [
      toolOf('list_notes', 'read'),
      toolOf('delete_note', 'destructive'),
      toolOf('sync', 'additive'),
      toolOf('fail', 'read'),
      toolOf('refused', 'read'),
      toolOf('export_all', 'read', { policy: { decision: 'ask', rule: 'no-exports' } }),
    ],
    onReplay: (of, given) => {
      made = [...made, [of.tool, given]];
      if (of === REFUSED)
        return ['conflict', 'Secrets were taken out of its arguments, so they are not what was sent.'];
      const reply = { result: { content: [{ type: 'text', text: 'Back again.' }] } };
      if (of === UNRECORDED) return { tool_call: null, reply };
      const again = { ...of, id: call(0).id, mode: 'cli', status: of === FAILING ? 'error' : 'ok' } as const;
      return { tool_call: again, reply };
    },
  });
});

beforeEach(() => {
  made = [];
});

afterAll(() => gateway.close());

const ask = (args: readonly string[], given: Surroundings = {}) =>
  askFor(['calls', 'replay', ...args], { home: gateway.data, ...given });

describe('toolmark calls replay', () => {
  it('makes a call that only reads again without a question, and prints the new one', async () => {
    const { code, stdout, stderr } = await ask([LISTED.id.slice(0, 13)]);
    expect([code, stderr, made]).toEqual([0, '', [['list_notes', {}]]]);
    expect(stdout).toContain(`  id        ${call(0).id}\n`);
    expect(stdout).toContain('from the command line');
  });

  it('shows the arguments and asks on a terminal before it changes anything', async () => {
    const { code, stderr, stdout } = await ask([DELETED.id, '--no-color'], {
      isTTY: true,
      typed: Readable.from(['y\n']),
    });
    expect([code, made]).toEqual([0, [['delete_note', { confirm: true }]]]);
    expect(stderr).toBe(
      [
        'Delete Note�[2J  ▲ notes/delete_note  destructive',
        '',
        '  Arguments  12 B',
        '    {',
        '      "id": "n-1"',
        '    }',
        '',
        'Call Delete Note�[2J (destructive) again with these arguments? [y/N] ',
      ].join('\n'),
    );
    expect(stdout).toContain(call(0).id);
  });

  it('asks also where a tool only reads and the policy asks, and says yes for both', async () => {
    const { code, stderr } = await ask([ASKED.id], { isTTY: true, typed: Readable.from(['y\n']) });
    expect([code, made]).toEqual([0, [['export_all', { confirm: true }]]]);
    expect(stderr).toContain('Call Export All (read) again with these arguments? [y/N] ');
  });

  it.each<[string, readonly string[]]>([
    ['no', ['n\n']],
    ['nothing', ['\n']],
    ['anything else', ['yeah, why not\n']],
    ['the end of the input', []],
  ])('%s is a no', async (_case, typed) => {
    const { code, stdout, stderr } = await ask([DELETED.id], { isTTY: true, typed: Readable.from(typed) });
    expect([code, stdout, made, stderr.endsWith('[y/N] Nothing was called.\n')]).toEqual([1, '', [], true]);
  });

  it('Ctrl-C at the question is a no, and 130', async () => {
    const interrupt = new AbortController();
    const { code, stdout } = await ask([DELETED.id], {
      isTTY: true,
      typed: new Readable({ read: () => {} }),
      signal: interrupt.signal,
      onStderr: (all) => {
        if (all.endsWith('[y/N] ')) interrupt.abort();
      },
    });
    expect([code, stdout, made]).toEqual([130, '', []]);
  });

  it.each<[string, readonly string[], readonly unknown[]]>([
    ['--yes answers it', [DELETED.id, '--yes'], [['delete_note', { confirm: true }]]],
    ['--yes of one that only reads too', [LISTED.id, '--yes'], [['list_notes', { confirm: true }]]],
    ['--json with --yes too', [DELETED.id, '--yes', '--json'], [['delete_note', { confirm: true }]]],
  ])('%s', async (_case, args, calls) => {
    const { code } = await ask(args);
    expect([code, made]).toEqual([0, calls]);
  });

  it.each<[string, string, string]>([
    [
      'nobody to ask',
      DELETED.id,
      'Delete Note�[2J is destructive, and there is nobody to ask: to call it again without a question, add --yes.',
    ],
    // What it does now counts, not what it did then.
    [
      'a tool that no longer only reads',
      CHANGED.id,
      'Sync is additive, and there is nobody to ask: to call it again without a question, add --yes.',
    ],
    [
      'a tool that the policy asks about',
      ASKED.id,
      'Export All is one that the policy asks about, and there is nobody to ask: to call it again without a question, add --yes.',
    ],
    ['a tool that is gone', REMOVED.id, "Server 'notes' has no tool 'removed'."],
    ['a tool that never was', UNKNOWN.id, "There is no tool 'no_such'."],
    [
      'secrets that were taken out',
      REDACTED.id,
      'Secrets were taken out of its arguments before they were stored, so they are not what was sent.',
    ],
    [
      'arguments that were cut',
      CUT.id,
      'Its arguments were too long to be kept in full, so they are not what was sent.',
    ],
  ])('%s: nothing is called, which is said, and 1', async (_case, id, sentence) => {
    expect(await ask([id])).toEqual({ code: 1, stdout: '', stderr: `${sentence} Nothing was called.\n` });
    expect(made).toEqual([]);
  });

  it('asks nobody about what cannot be sent again', async () => {
    const { code, stderr } = await ask([REDACTED.id], { isTTY: true, typed: Readable.from(['y\n']) });
    expect([code, stderr.includes('[y/N]'), made]).toEqual([1, false, []]);
  });

  it('says what the gateway says where it refuses', async () => {
    const { code, stderr } = await ask([REFUSED.id]);
    expect([code, stderr]).toEqual([
      1,
      'Secrets were taken out of its arguments, so they are not what was sent. Nothing was called.\n',
    ]);
  });

  it('could not ask: no such call', async () => {
    expect((await ask(['nothing'])).code).toBe(2);
  });

  it('shows what came back where the new call could not be recorded', async () => {
    expect(await ask([UNRECORDED.id])).toMatchObject({
      code: 0,
      stdout: '! It was called, and could not be recorded. This came back:\n    Back again.\n',
    });
  });

  it('ends with 1 where the new call failed', async () => {
    expect((await ask([FAILING.id])).code).toBe(1);
  });
});
