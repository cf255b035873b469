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
        return ['conflict', 'Secrets were removed from its arguments, so they differ from what was sent.'];
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
  it('repeats a read-only call without asking, and prints the new one', async () => {
    const { code, stdout, stderr } = await ask([LISTED.id.slice(0, 13)]);
    expect([code, stderr, made]).toEqual([0, '', [['list_notes', {}]]]);
    expect(stdout).toContain(`  id        ${call(0).id}\n`);
    expect(stdout).toContain('via the command line');
  });

  it('shows the arguments on a terminal and asks before it changes anything', async () => {
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

  it('asks about a read-only tool if the policy asks, and confirms both at once', async () => {
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
    expect([code, stdout, made, stderr.endsWith('[y/N] The call was not made.\n')]).toEqual([1, '', [], true]);
  });

  it('treats Ctrl-C at the question as a no, with 130', async () => {
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
    ['--yes confirms', [DELETED.id, '--yes'], [['delete_note', { confirm: true }]]],
    ['--yes with a read-only tool', [LISTED.id, '--yes'], [['list_notes', { confirm: true }]]],
    ['--json with --yes', [DELETED.id, '--yes', '--json'], [['delete_note', { confirm: true }]]],
  ])('%s', async (_case, args, calls) => {
    const { code } = await ask(args);
    expect([code, made]).toEqual([0, calls]);
  });

  it.each<[string, string, string]>([
    [
      'no terminal',
      DELETED.id,
      'Delete Note�[2J is destructive, and there is no terminal to ask in: add --yes to call it anyway.',
    ],
    // The tool's current hints count, not those at the time of the call.
    [
      'a tool that is no longer read-only',
      CHANGED.id,
      'Sync is additive, and there is no terminal to ask in: add --yes to call it anyway.',
    ],
    [
      'a tool that the policy asks about',
      ASKED.id,
      'Export All needs approval by the policy, and there is no terminal to ask in: add --yes to call it anyway.',
    ],
    ['a removed tool', REMOVED.id, "Server 'notes' has no tool 'removed'."],
    ['an unknown tool', UNKNOWN.id, "There is no tool 'no_such'."],
    [
      'removed secrets',
      REDACTED.id,
      'Secrets were removed from its arguments before they were stored, so they differ from what was sent.',
    ],
    [
      'arguments that were cut',
      CUT.id,
      'Its arguments were too long to be kept in full, so they differ from what was sent.',
    ],
  ])('%s: makes no call, says so, and exits with 1', async (_case, id, sentence) => {
    expect(await ask([id])).toEqual({ code: 1, stdout: '', stderr: `${sentence} The call was not made.\n` });
    expect(made).toEqual([]);
  });

  it('does not ask if the call cannot be repeated', async () => {
    const { code, stderr } = await ask([REDACTED.id], { isTTY: true, typed: Readable.from(['y\n']) });
    expect([code, stderr.includes('[y/N]'), made]).toEqual([1, false, []]);
  });

  it("prints the gateway's message if it refuses", async () => {
    const { code, stderr } = await ask([REFUSED.id]);
    expect([code, stderr]).toEqual([
      1,
      'Secrets were removed from its arguments, so they differ from what was sent. The call was not made.\n',
    ]);
  });

  it('fails with 2 for an unknown call', async () => {
    expect((await ask(['nothing'])).code).toBe(2);
  });

  it('shows the result of a call that could not be recorded', async () => {
    expect(await ask([UNRECORDED.id])).toMatchObject({
      code: 0,
      stdout: '! The call was made, but could not be recorded. Its result:\n    Back again.\n',
    });
  });

  it('exits with 1 if the new call failed', async () => {
    expect((await ask([FAILING.id])).code).toBe(1);
  });
});
