import type { GatewayEvent } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import type { Entry } from '../../entry.ts';
import { decodeBody } from '../body-codec.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import { body, createCalls, endOf, options, START, session, version } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { CLOCK, type OpenEngine, useStore } from './open-engine.ts';

/** Each batch of entries is one transaction. */
export function applyContract(open: OpenEngine): void {
  const store = useStore(open);

  it('stores all data of a call and its hints at the time (FR-008)', async () => {
    const { engine, writer } = store();
    const begin = createCalls()('s', {
      version: 'v1',
      arguments: body({ path: 'ä.txt' }, { redactions: 2 }),
      others: body({ task: { ttl: 1 } }, { redactions: 1 }),
      digest: 'v1.key.mac',
      legs: ['open_world_write', 'private_data_read'],
    });
    const failures = [{ at: START, durationMs: 7, code: -32_001, message: 'gone' }];
    const result = body('x'.repeat(5_000), { isCut: true, bytes: 9_000, readable: { sample: 'xx', length: 9_000 } });
    const end = endOf(begin, {
      status: 'error',
      attempts: 2,
      cached: true,
      approval: 'a1',
      error: { code: -32603, message: 'it broke' },
      failures,
      result,
    });
    await writer.apply([session('s'), version('v1'), begin, end], options());
    const { calls, bodies, versions } = await contents(engine);
    expect(calls).toEqual([
      {
        seq: begin.seq,
        id: begin.id,
        session_id: 's',
        version_id: 'v1',
        server: 'files',
        tool: 'read_file',
        class: 'read',
        status: 'error',
        decision: 'allow',
        decision_rule: 'default',
        decision_reason: 'it only reads',
        approval_id: 'a1',
        attempts: 2,
        cached: 1,
        error_code: -32603,
        error_message: 'it broke',
        started_at: START,
        duration_ms: 20,
        input_tokens: null,
        output_tokens: null,
        era: 'modern',
        mode: 'direct',
        client_name: 'claude-code',
        principal: 'local',
        summary: '{"path":"a.txt"}',
        legs: 'open_world_write private_data_read',
        instance_id: 'one',
        digested: 0,
      },
    ]);
    const texts = bodies.map((row) => ({
      ...row,
      arguments: decodeBody(row.arguments ?? new Uint8Array(), row.arguments_encoding),
      others: decodeBody(row.others ?? new Uint8Array(), row.others_encoding),
      result: decodeBody(row.result ?? new Uint8Array(), row.result_encoding),
    }));
    expect(texts).toEqual([
      {
        seq: begin.seq,
        arguments: '{"path":"ä.txt"}',
        arguments_encoding: 0,
        arguments_bytes: 17,
        arguments_cut: 0,
        arguments_redactions: 2,
        others: '{"task":{"ttl":1}}',
        others_encoding: 0,
        others_bytes: 18,
        others_cut: 0,
        others_redactions: 1,
        params_digest: 'v1.key.mac',
        result: result.text,
        result_encoding: 1,
        result_bytes: 9_000,
        result_cut: 1,
        result_redactions: 0,
        result_readable: '{"sample":"xx","length":9000}',
        failures: JSON.stringify(failures),
      },
    ]);
    const { effective, definition } = version('v1');
    expect(versions).toMatchObject([
      { id: 'v1', effective: JSON.stringify(effective), definition: JSON.stringify(definition), first_seen: START },
    ]);
    await expectExact(engine);
  });

  it('gives the same result whether a call begins and ends in one batch or two', async () => {
    const { engine, writer } = store();
    const calls = createCalls();
    const [one, two] = [calls('s'), calls('t')];
    await writer.apply([session('s'), session('t'), one], options());
    await expectExact(engine);
    const failures = [{ at: START, durationMs: 7, code: -32_001, message: 'gone' }];
    await writer.apply([endOf(one, { failures }), two, endOf(two, { failures })], options());
    const stored = await contents(engine);
    const plain = stored.calls.map(({ seq, id, session_id, started_at, ...call }) => call);
    expect(plain[0]).toEqual(plain[1]);
    expect(stored.bodies.map(({ seq, ...row }) => row)[0]).toEqual(stored.bodies.map(({ seq, ...row }) => row)[1]);
    await expectExact(engine);
  });

  it('emits events in order, with a table row per call instead of its bodies', async () => {
    const { engine, writer } = store();
    const begin = createCalls()('s');
    const told = { type: 'tools.changed', data: { server: 'files' } } as const;
    const batch = await writer.apply(
      [session('s'), begin, { kind: 'event', ...told, at: START }, endOf(begin)],
      options(),
    );
    const call = {
      id: begin.id,
      session_id: 's',
      server: 'files',
      tool: 'read_file',
      class: 'read',
      title: 'read_file',
      client_name: 'claude-code',
      summary: '{"path":"a.txt"}',
      error_message: null,
    };
    const state = { session_id: 's', status: 'active', total_tokens: 0 };
    const [start, end] = ['2026-07-28T09:30:00.000Z', '2026-07-28T09:30:00.020Z'];
    const events = [
      { type: 'sessions.created', data: { ...state, tool_call_count: 0 }, timestamp: start },
      { type: 'tool_calls.started', data: { ...call, status: 'running', duration_ms: null }, timestamp: start },
      { ...told, timestamp: start },
      { type: 'tool_calls.completed', data: { ...call, status: 'ok', duration_ms: 20 }, timestamp: end },
      {
        type: 'sessions.updated',
        data: { ...state, tool_call_count: 1 },
        timestamp: new Date(CLOCK).toISOString(),
      },
    ];
    expect(batch?.events.map((event) => JSON.parse(event))).toEqual(events);
    const rows = await engine.db.selectFrom('events').selectAll().orderBy('batch', 'desc').limit(1).execute();
    expect(rows).toEqual([{ batch: batch?.batch, at: CLOCK, events: JSON.stringify(batch?.events) }]);
  });

  it.each([1, 2, 4])("emits the tool's title and the error, in batches of %i", async (size) => {
    const { engine } = store();
    const [first, second] = [createCalls()('s', { version: 'v1' }), createCalls(START + 5)('s', { version: 'gone' })];
    const failed = endOf(first, { status: 'error', error: { code: null, message: 'It said "no".\n' } });
    const entries = [version('v1'), session('s'), first, failed, second, endOf(second)];
    const told: GatewayEvent[] = [];
    // Another writer, such as the next gateway, must look up the title.
    for (let from = 0; from < entries.length; from += size) {
      const batch = await createStoreWriter(engine).apply(entries.slice(from, from + size), options());
      told.push(...(batch?.events ?? []).map((event) => JSON.parse(event)));
    }
    expect(
      told
        .filter(({ type }) => type.startsWith('tool_calls'))
        .map(({ data }) => [data['status'], data['title'], data['error_message']]),
    ).toEqual([
      ['running', 'Read a file', null],
      ['error', 'Read a file', 'It said "no".\n'],
      ['running', 'read_file', null],
      ['ok', 'read_file', null],
    ]);
  });

  it('numbers event batches upwards, and skips batches without events', async () => {
    const { writer } = store();
    const first = await writer.apply([session('s')], options());
    expect(await writer.apply([version('v1')], options())).toBeUndefined();
    expect(await writer.apply([], options())).toBeUndefined();
    const second = await writer.apply([session('t')], options());
    expect(second?.batch).toBeGreaterThan(first?.batch ?? Number.NaN);
  });

  it('stores a batch completely or not at all', async () => {
    const { engine, writer } = store();
    const before = await contents(engine);
    // A null tool is a bug, which the schema rejects.
    const broken = { ...createCalls()('s'), tool: null } as unknown as Entry;
    const good = createCalls(START + 1)('s');
    await expect(writer.apply([session('s'), good, broken], options())).rejects.toThrow();
    expect(await contents(engine)).toEqual(before);
    await writer.apply([session('s'), good], options());
    expect((await contents(engine)).calls).toHaveLength(1);
  });

  it('stores when a tool version was first and last seen, in any order of entries', async () => {
    const { engine, writer } = store();
    const seen = [START, START + 9, START + 5];
    for (const at of seen) await writer.apply([version('v1', { at })], options());
    await writer.apply(
      seen.map((at) => version('v2', { at })),
      options(),
    );
    const times = { first_seen: START, last_seen: START + 9 };
    expect((await contents(engine)).versions).toMatchObject([times, times]);
  });
}
