import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask, type Surroundings } from '../fixtures/ask.ts';
import { call, newsOf, session } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const LISTED = call(4_000);
const DELETED = call(12_000, { tool: 'delete_note', class: 'destructive', decision: null });
const DENIED = call(20_000, {
  server: 'issues',
  tool: 'close_issue',
  class: 'destructive',
  status: 'denied',
  duration_ms: 2,
  decision: { kind: 'deny', rule: 'no-writes', reason: 'Nothing may be closed.' },
  error: { code: null, message: 'Nothing may be closed.\u001b[2J' },
  session_id: 'c7aa0d11-0000-4000-8000-000000000002',
});
const LATER = call(0, { tool: 'add_note', class: 'additive' });
const CALLS = [LISTED, DELETED, DENIED];
const RESET = { type: 'reset', data: { reason: 'gone' }, timestamp: '2026-11-15T12:00:00.000Z' } as const;

let gateway: RecordGateway | undefined;

afterEach(() => gateway?.close());

/** Watches while the steps run, until stdout contains a text, then presses Ctrl-C. */
async function watch(
  args: readonly string[],
  happen: (gateway: RecordGateway) => void | Promise<void>,
  until: string,
  given: Surroundings = {},
): Promise<Asked> {
  const running = await startRecordGateway({
    calls: CALLS,
    sessions: [session(1_000), session(2_000, { id: DENIED.session_id })],
  });
  gateway = running;
  const interrupt = new AbortController();
  const asked = ask(['calls', 'watch', ...args], {
    home: running.data,
    signal: interrupt.signal,
    wait: () => Promise.resolve(),
    onStdout: (all) => {
      if (all.includes(until)) interrupt.abort();
    },
    ...given,
  });
  await running.listeners(1);
  await happen(running);
  return await asked;
}

const end =
  (...calls: readonly (typeof LISTED)[]) =>
  (running: RecordGateway): void => {
    for (const one of calls) running.tell(newsOf(one, true));
  };

describe('toolmark calls watch', () => {
  it('prints one line per finished call, with its arguments or its error', async () => {
    const { code, stdout, stderr } = await watch([], end(LISTED, DELETED, DENIED), '⊘ denied');
    expect([code, stderr]).toEqual([130, '']);
    expect(stdout.split('\n')).toEqual([
      '12:00:00  ✓ ok            34 ms  ◉ notes/list_notes          {"folder":"inbox"}',
      '12:00:00  ✓ ok            34 ms  ▲ notes/delete_note         {"folder":"inbox"}',
      '12:00:00  ⊘ denied         2 ms  ▲ issues/close_issue        Nothing may be clo…',
      '',
    ]);
  });

  it.each<[readonly string[], string]>([
    [['--server', 'issues'], 'close_issue'],
    [['--tool', 'delete_note,close_issue', '--status', 'denied'], 'close_issue'],
    [['--class', 'read'], 'list_notes'],
    [['--decision', 'deny,ask'], 'close_issue'],
    [['--session', 'c7aa'], 'close_issue'],
  ])('%j prints only matching calls', async (args, tool) => {
    const { stdout } = await watch(args, end(LISTED, DELETED, DENIED, LISTED), tool);
    expect(stdout.match(/(?<=\/)\w+/g)).toEqual([tool]);
  });

  it.each<[readonly string[]]>([[['--status', 'denied']], [['--decision', 'deny']]])(
    '%j prints only ends with --json',
    async (args) => {
      const { stdout } = await watch(
        ['--json', ...args],
        (running) => {
          for (const one of [LISTED, DENIED]) running.tell(newsOf(one, false));
          for (const one of [LISTED, DENIED]) running.tell(newsOf(one, true));
        },
        'close_issue',
      );
      expect(JSON.parse(stdout)).toEqual(newsOf(DENIED, true));
    },
  );

  it('cannot filter for running calls: it prints finished ones', async () => {
    const { code, stderr } = await ask(['calls', 'watch', '--status', 'running']);
    expect([code, stderr.includes("There is no 'running'")]).toEqual([2, true]);
  });

  it('prints the original events with --json, including starts', async () => {
    const events = [newsOf(DENIED, false), newsOf(DENIED, true), RESET];
    const { stdout, stderr } = await watch(
      ['--json', '--server', 'issues'],
      (running) => {
        running.tell(newsOf(LISTED, true));
        for (const event of events) running.tell(event);
      },
      'reset',
    );
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events);
    expect(stderr).toContain('may be incomplete');
  });

  it('reconnects after a restart of the gateway, and says so', async () => {
    const { code, stdout, stderr } = await watch(
      [],
      async (running) => {
        await running.stop();
        await running.start();
        await running.listeners(2);
        running.tell(newsOf(LISTED, true));
      },
      'list_notes',
    );
    expect([code, stdout.includes('✓ ok')]).toEqual([130, true]);
    expect(['', 'The gateway cannot be reached. Waiting for it; stop with Ctrl-C.\nConnected again.\n']).toContain(
      stderr,
    );
  });

  it('requests only the event stream, however many calls there are', async () => {
    const many = Array.from({ length: 500 }, (_, index) => call(index, { tool: `tool_${index}` }));
    const { stdout } = await watch([], end(...many), 'tool_499');
    expect(stdout.trim().split('\n')).toHaveLength(500);
    expect(gateway?.paths()).toEqual(['/events?types=tool_calls']);
  });

  it('looks up many decisions at once', async () => {
    const { stdout } = await watch(
      ['--decision', 'deny'],
      end(...Array.from({ length: 200 }, () => LISTED), DENIED),
      'close_issue',
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
    // Calls that ended during the first lookup are in the next one.
    expect(gateway?.paths().filter((path) => path.startsWith('/tool-calls?decision=deny')).length).toBeLessThan(20);
  });

  it('prints the smaller events of an older gateway', async () => {
    const {
      title: _title,
      client_name: _name,
      summary: _summary,
      error_message: _error,
      ...data
    } = newsOf(DENIED, true).data;
    const { stdout } = await watch([], (running) => running.tell({ ...newsOf(DENIED, true), data }), 'close');
    expect(stdout).toBe('12:00:00  ⊘ denied         2 ms  ▲ issues/close_issue\n');
  });

  it.each<[string, unknown, string]>([
    ['negative', -3, '–'],
    ['missing', null, '–'],
    ['of an unknown type', '34', '–'],
  ])('prints no duration that is %s', async (_case, took, shown) => {
    const event = newsOf(LISTED, true);
    const { stdout } = await watch(
      [],
      (running) => running.tell({ ...event, data: { ...event.data, duration_ms: took } }),
      'list_notes',
    );
    expect(stdout.split(/ {2,}/)[2]).toBe(shown);
  });

  it('shows running calls below on a terminal, and erases them at the end', async () => {
    const { code, stdout, stderr } = await watch(
      ['--no-color'],
      (running) => {
        running.tell(newsOf(LATER, false));
        running.tell(newsOf(LISTED, true));
        running.tell(newsOf(LATER, true));
        // Repeated after a reconnect, in any order: this call has ended.
        running.tell(newsOf(LATER, false));
        running.tell(newsOf(DENIED, false));
        running.tell(newsOf(DELETED, true));
      },
      '▲ notes/delete_note',
      { isTTY: true, columns: 100 },
    );
    expect([code, stderr]).toEqual([130, `Watching ${gateway?.url()}; stop with Ctrl-C.\n`]);
    // The final screen, without all erased parts.
    const [before = '', ...after] = stdout.split('\r\u001b[1A\u001b[J');
    expect(before).toBe('          ◌ running        <1 s  + notes/add_note\n');
    expect(stdout.match(/◌ running.*/g)).toEqual([...Array(2)].map(() => '◌ running        <1 s  + notes/add_note'));
    expect(
      after
        .join('')
        .split('\n')
        .filter((line) => line.includes('✓')),
    ).toHaveLength(3);
  });

  it.each<[string, readonly string[], Surroundings, number, string]>([
    ['no gateway', [], { home: '/nowhere' }, 2, 'No gateway is running on /nowhere. Start one with: toolmark serve\n'],
    ['no such session', ['--session', 'none'], {}, 2, "There is no session 'none'.\n"],
    ['Ctrl-C at once', [], { signal: AbortSignal.abort() }, 130, ''],
  ])('%s ends it', async (_case, args, given, code, stderr) => {
    gateway = await startRecordGateway({});
    expect(await ask(['calls', 'watch', ...args], { home: gateway.data, ...given })).toEqual({
      code,
      stdout: '',
      stderr,
    });
  });
});
