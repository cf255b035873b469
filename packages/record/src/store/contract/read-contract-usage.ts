import { type ToolUsage, usageReportSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { START } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, MIXED_CALLS, type PlannedCall, plan } from './read-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 09:00 on the day of the tests. */
const HOUR_OF_START = START - HOUR / 2;
const moment = (ms: number): string => new Date(ms).toISOString();

/** Usage by tool. */
export function readUsageContract(open: OpenEngine): void {
  const store = useStore(open);

  it('counts the calls, errors and tokens of each tool in the range', async () => {
    const { engine, writer } = store();
    await createWorld(writer)([
      plan({ at: HOUR_OF_START - 1 }),
      plan({ server: 'mail', tool: 'read_file', input: 4, output: 40 }),
      plan({ server: 'mail', tool: 'a', class: 'destructive', input: 5, output: 50 }),
      plan({ input: 1, output: 10 }),
      plan({ status: 'running' }),
      plan({ at: START + HOUR, status: 'error', input: 2, output: 20 }),
      plan({ at: START + HOUR, status: 'denied', decision: 'deny', input: 3, output: 30 }),
      // Calls of unknown tools are excluded.
      plan({ server: null, tool: 'nope', class: null, status: 'error' }),
      plan({ at: HOUR_OF_START + 2 * HOUR, server: 'later' }),
    ]);
    const report = await createStoreReader(engine).usage({ from: START, to: START + HOUR });
    expect(usageReportSchema.parse(report)).toEqual(report);
    expect(report).toEqual({
      from: moment(HOUR_OF_START),
      to: moment(HOUR_OF_START + 2 * HOUR),
      // Sorted by name, so that the order is stable.
      usage: [
        used('files', 'read_file', { calls: 4, errors: 1, total_tokens: 66, last_call: moment(HOUR_OF_START + HOUR) }),
        used('mail', 'a', { calls: 1, total_tokens: 55 }),
        used('mail', 'read_file', { calls: 1, total_tokens: 44 }),
      ],
    });
  });

  it('is empty for a range without calls', async () => {
    const report = await createStoreReader(store().engine).usage({ from: START, to: START });
    expect(report).toEqual({ from: moment(HOUR_OF_START), to: moment(HOUR_OF_START + HOUR), usage: [] });
  });

  it('reports the last call by day for whole days, otherwise by hour', async () => {
    const { engine, writer } = store();
    const midnight = Math.ceil(START / DAY) * DAY;
    await createWorld(writer)([
      plan({ tool: 'before' }),
      plan({ tool: 'day', at: midnight + 5.5 * HOUR }),
      plan({ tool: 'day', at: midnight + 7.5 * HOUR }),
      plan({ tool: 'after', at: midnight + DAY + 1.5 * HOUR }),
    ]);
    const { usage } = await createStoreReader(engine).usage({ from: START, to: midnight + DAY + 2 * HOUR });
    expect(usage.map(({ tool, last_call }) => [tool, last_call])).toEqual([
      ['after', moment(midnight + DAY + HOUR)],
      ['before', moment(HOUR_OF_START)],
      ['day', moment(midnight)],
    ]);
  });

  it.each([
    ['hours', START, START + 3 * HOUR],
    ['a day and a bit', START - 2 * HOUR, START + 25 * HOUR],
    ['several days', START + 1, START + 98 * HOUR],
    ['exactly a day', Math.ceil(START / DAY) * DAY, Math.ceil(START / DAY) * DAY + DAY],
    ['all of it', START - 500 * HOUR, START + 500 * HOUR],
  ])('returns for %s the sums over its calls', async (_what, from, to) => {
    const { engine, writer } = store();
    await createWorld(writer)(MIXED_CALLS);
    const report = await createStoreReader(engine).usage({ from, to });
    const within = MIXED_CALLS.filter(({ at }) => at >= Date.parse(report.from) && at < Date.parse(report.to));
    const expected = Map.groupBy(
      within.filter(({ server }) => server !== null),
      ({ server, tool }) => `${server}/${tool}`,
    );
    expect(new Map(report.usage.map((one) => [`${one.server}/${one.tool}`, countsOf(one)]))).toEqual(
      new Map([...expected].map(([name, calls]) => [name, sumsOf(calls)])),
    );
    expect([Date.parse(report.from) <= from, Date.parse(report.to) >= to]).toEqual([true, true]);
  });
}

const used = (server: string, tool: string, more: Partial<ToolUsage>): ToolUsage => ({
  server,
  tool,
  calls: 0,
  errors: 0,
  total_tokens: 0,
  last_call: moment(HOUR_OF_START),
  ...more,
});

const countsOf = ({ calls, errors, total_tokens }: ToolUsage) => ({ calls, errors, total_tokens });

/** Tokens are counted when a call ends. */
function sumsOf(calls: readonly PlannedCall[]): ReturnType<typeof countsOf> {
  const ended = calls.filter(({ status }) => status !== 'running' && status !== 'interrupted');
  return {
    calls: calls.length,
    errors: calls.filter(({ status }) => status === 'error').length,
    total_tokens: ended.reduce((sum, { input, output }) => sum + input + output, 0),
  };
}
