import { type Stats, statsSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { options, START, session, sessionEnd, version } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, MIXED_CALLS, type PlannedCall, plan } from './read-world.ts';

const HOUR = 3_600_000;
/** 09:00 on the day of the tests. */
const HOUR_OF_START = START - HOUR / 2;
const moment = (ms: number): string => new Date(ms).toISOString();

/** Statistics of calls. */
export function readStatsContract(open: OpenEngine): void {
  const store = useStore(open);

  it('sums calls by class, status, time slice and tool', async () => {
    const { engine, writer } = store();
    await writer.apply(
      [
        version('old', { title: 'Old title', at: START }),
        version('new', { title: 'New title', at: START + 1, class: 'destructive' }),
        session('early', { at: START - 10 * HOUR }),
        sessionEnd('early', { at: START - 9 * HOUR }),
      ],
      options(),
    );
    await createWorld(writer)([
      // Calls before and after the range do not count.
      plan({ at: HOUR_OF_START - 1 }),
      plan({ input: 1, output: 10 }),
      plan({ at: START + HOUR, status: 'error', input: 2, output: 20 }),
      plan({
        at: START + HOUR,
        server: 'web',
        tool: 'post',
        class: 'destructive',
        status: 'denied',
        input: 3,
        output: 30,
      }),
      plan({ at: START + HOUR, status: 'running' }),
      plan({ at: START + HOUR, server: null, tool: 'nope', class: null, status: 'error', input: 4, output: 40 }),
      plan({ at: HOUR_OF_START + 2 * HOUR }),
    ]);
    const stats = await createStoreReader(engine).stats({ from: START, to: START + HOUR, buckets: 10, tools: 2 });
    expect(statsSchema.parse(stats)).toEqual(stats);
    expect(stats).toEqual({
      from: moment(HOUR_OF_START),
      to: moment(HOUR_OF_START + 2 * HOUR),
      calls: 5,
      errors: 2,
      input_tokens: 10,
      output_tokens: 100,
      total_tokens: 110,
      by_class: { read: 3, additive: 0, destructive: 1 },
      by_status: { running: 1, ok: 1, error: 2, denied: 1, expired: 0, cancelled: 0, interrupted: 0 },
      active_sessions: 1,
      sessions: 1,
      timeline: [
        {
          from: moment(HOUR_OF_START),
          calls: 1,
          errors: 0,
          input_tokens: 1,
          output_tokens: 10,
          total_tokens: 11,
          by_class: { read: 1, additive: 0, destructive: 0 },
        },
        {
          from: moment(HOUR_OF_START + HOUR),
          calls: 4,
          errors: 2,
          input_tokens: 9,
          output_tokens: 90,
          total_tokens: 99,
          by_class: { read: 2, additive: 0, destructive: 1 },
        },
      ],
      busiest_tools: [
        {
          server: 'files',
          tool: 'read_file',
          title: 'New title',
          class: 'destructive',
          calls: 3,
          errors: 1,
          input_tokens: 3,
          output_tokens: 30,
          total_tokens: 33,
          average_ms: 20,
        },
        {
          server: null,
          tool: 'nope',
          title: 'nope',
          class: null,
          calls: 1,
          errors: 1,
          input_tokens: 4,
          output_tokens: 40,
          total_tokens: 44,
          average_ms: 20,
        },
      ],
      failing_tools: [
        expect.objectContaining({ tool: 'nope', errors: 1 }),
        expect.objectContaining({ tool: 'read_file', errors: 1 }),
      ],
    });
  });

  it('has empty slices for times without calls', async () => {
    const stats = await createStoreReader(store().engine).stats({
      from: START,
      to: START + 3 * HOUR,
      buckets: 2,
      tools: 5,
    });
    expect(stats).toMatchObject({ calls: 0, errors: 0, busiest_tools: [], failing_tools: [] });
    expect(stats.timeline.map(({ from, calls }) => [from, calls])).toEqual([
      [moment(HOUR_OF_START), 0],
      [moment(HOUR_OF_START + 2 * HOUR), 0],
    ]);
  });

  it.each([
    ['hours', START, START + 3 * HOUR, 24],
    ['a day and a bit', START - 2 * HOUR, START + 25 * HOUR, 9],
    ['several days', START + 1, START + 98 * HOUR, 30],
    ['all of it', START - 500 * HOUR, START + 500 * HOUR, 7],
    ['one slice', START, START + 70 * HOUR, 1],
  ])('returns for %s the sums over its calls', async (_what, from, to, buckets) => {
    const { engine, writer } = store();
    await createWorld(writer)(MIXED_CALLS);
    const stats = await createStoreReader(engine).stats({ from, to, buckets, tools: 100 });
    const within = MIXED_CALLS.filter(({ at }) => at >= Date.parse(stats.from) && at < Date.parse(stats.to));
    const { calls, errors, input_tokens, output_tokens } = sumsOf(within);
    expect(stats).toMatchObject({
      calls,
      errors,
      input_tokens,
      output_tokens,
      total_tokens: input_tokens + output_tokens,
    });
    // Without a slice for it, the incomplete first hour is omitted.
    expect(Date.parse(stats.from)).toBeLessThanOrEqual(
      stats.timeline.length < buckets || buckets === 1 ? from : from + HOUR - 1,
    );
    expect(Date.parse(stats.to)).toBeGreaterThanOrEqual(to);
    expect(stats.timeline.length).toBeLessThanOrEqual(buckets);
    for (const [index, slice] of stats.timeline.entries()) {
      const end = stats.timeline[index + 1]?.from ?? stats.to;
      const inSlice = within.filter(({ at }) => at >= Date.parse(slice.from) && at < Date.parse(end));
      expect(slice).toMatchObject(sumsOf(inSlice));
    }
    expect(sumOf(stats.busiest_tools)).toEqual(sumsOf(within));
    expect(sumOf(stats.timeline)).toEqual(sumsOf(within));
    for (const status of Object.keys(stats.by_status) as (keyof Stats['by_status'])[])
      expect(stats.by_status[status]).toBe(within.filter((call) => call.status === status).length);
  });

  it('counts sessions that were active at any time in the range', async () => {
    const { engine, writer } = store();
    const lasting = (id: string, from: number, to: number) => [
      session(id, { at: START + from * HOUR }),
      sessionEnd(id, { at: START + to * HOUR }),
    ];
    await writer.apply(
      [
        ...lasting('before', -9, -5),
        ...lasting('into', -9, 1),
        ...lasting('around', -9, 9),
        ...lasting('within', 1, 2),
        ...lasting('out of', 1, 9),
        ...lasting('after', 5, 9),
        session('still', { at: START - 9 * HOUR }),
      ],
      options(),
    );
    const stats = await createStoreReader(engine).stats({ from: START, to: START + 3 * HOUR, buckets: 3, tools: 1 });
    expect(stats).toMatchObject({ sessions: 5, active_sessions: 1 });
  });
}

interface Sums {
  readonly calls: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Tokens are counted when a call ends. */
function sumsOf(calls: readonly PlannedCall[]): Sums {
  const ended = calls.filter(({ status }) => status !== 'running' && status !== 'interrupted');
  return {
    calls: calls.length,
    errors: calls.filter(({ status }) => status === 'error').length,
    input_tokens: ended.reduce((sum, { input }) => sum + input, 0),
    output_tokens: ended.reduce((sum, { output }) => sum + output, 0),
  };
}

function sumOf(parts: readonly Sums[]): Sums {
  const add = (key: keyof Sums): number => parts.reduce((sum, part) => sum + part[key], 0);
  return {
    calls: add('calls'),
    errors: add('errors'),
    input_tokens: add('input_tokens'),
    output_tokens: add('output_tokens'),
  };
}
