import { Readable } from 'node:stream';
import type { ToolClassName, ToolDetail } from '@toolmark/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { body, call, hintsOf } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const tool = (name: string, of: ToolClassName): ToolDetail => ({
  server: 'notes',
  name,
  exposed_name: `notes__${name}`,
  title: name,
  title_source: 'title',
  description: null,
  class: of,
  hints: hintsOf(of),
  contradictions: [],
  repairs: [],
  finding_counts: { error: 0, warning: 0, note: 0 },
  definition: {},
  findings: [],
  suggestions: [],
  fingerprint: { hints: '', prose: '' },
  clients: [],
});

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

let gateway: RecordGateway;
let made: readonly unknown[] = [];

beforeAll(async () => {
  gateway = await startRecordGateway({
    calls: [LISTED, DELETED, CHANGED, REMOVED, UNKNOWN, FAILING, REFUSED],
    tools: [
      tool('list_notes', 'read'),
      tool('delete_note', 'destructive'),
      tool('sync', 'additive'),
      tool('fail', 'read'),
      tool('refused', 'read'),
    ],
    onReplay: (of, given) => {
      made = [...made, [of.tool, given]];
      if (of === REFUSED)
        return ['conflict', 'Secrets were taken out of its arguments, so they are not what was sent.'];
      return { ...of, id: call(0).id, mode: 'cli', status: of === FAILING ? 'error' : 'ok' };
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

  it.each<[string, readonly string[]]>([
    ['no', ['n\n']],
    ['nothing', ['\n']],
    ['anything else', ['yeah, why not\n']],
    ['the end of the input', []],
  ])('%s is a no', async (_case, typed) => {
    const { code, stdout } = await ask([DELETED.id], { isTTY: true, typed: Readable.from(typed) });
    expect([code, stdout, made]).toEqual([1, 'Not called.\n', []]);
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
    ['--json with --yes too', [DELETED.id, '--yes', '--json'], [['delete_note', { confirm: true }]]],
  ])('%s', async (_case, args, calls) => {
    const { code } = await ask(args);
    expect([code, made]).toEqual([0, calls]);
  });

  it.each<[string, string, string]>([
    ['nobody to ask', DELETED.id, 'Delete Note�[2J is destructive. To call it again without a question, add --yes.\n'],
    // What it does now counts, not what it did then.
    [
      'a tool that no longer only reads',
      CHANGED.id,
      'Sync is additive. To call it again without a question, add --yes.\n',
    ],
    ['a tool that is gone', REMOVED.id, "Server 'notes' has no tool 'removed'.\n"],
    ['a tool that never was', UNKNOWN.id, "There is no tool 'no_such', so the call cannot be made again.\n"],
  ])('%s: nothing is called, and 2', async (_case, id, stderr) => {
    expect(await ask([id])).toEqual({ code: 2, stdout: '', stderr });
    expect(made).toEqual([]);
  });

  it('says what the gateway says where it refuses', async () => {
    const { code, stderr } = await ask([REFUSED.id]);
    expect([code, stderr]).toEqual([2, 'Secrets were taken out of its arguments, so they are not what was sent.\n']);
  });

  it('ends with 1 where the new call failed', async () => {
    expect((await ask([FAILING.id])).code).toBe(1);
  });
});
