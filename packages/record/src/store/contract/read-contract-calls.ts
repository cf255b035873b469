import { toolCallListSchema } from '@toolmark/api-contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import type { CallFilter } from '../store.ts';
import { options, START, version } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, fitting, MIXED_CALLS, plan } from './read-world.ts';

const HOUR = 3_600_000;
const ALL = { limit: 1_000, offset: 0 };

/** Lists of calls. */
export function readCallsContract(open: OpenEngine): void {
  const store = useStore(open);

  it('lists every call, newest first, in the shape of the API', async () => {
    const { engine, writer } = store();
    const [recorded] = await createWorld(writer)([
      plan({ tool: 'unheard_of', server: null, class: null, status: 'error' }),
    ]);
    const list = await createStoreReader(engine).calls({}, { limit: 10, offset: 0 });
    expect(toolCallListSchema.parse(list)).toEqual(list);
    expect(list).toEqual({
      tool_calls: [
        {
          id: recorded?.id,
          session_id: 's',
          server: null,
          tool: 'unheard_of',
          title: 'unheard_of',
          effective: null,
          class: null,
          decision: { kind: 'allow', rule: 'a rule', reason: 'a reason' },
          approval_id: null,
          attempts: 1,
          cached: false,
          status: 'error',
          error: null,
          started_at: new Date(START).toISOString(),
          duration_ms: 20,
          metrics: { input_tokens: 3, output_tokens: 5, total_tokens: 8, encoding: 'o200k' },
          era: 'modern',
          client_name: 'claude-code',
          mode: 'direct',
          summary: '{"path":"a.txt"}',
        },
      ],
      total: 1,
      total_is_exact: true,
      limit: 10,
      offset: 0,
      next_cursor: null,
    });
  });

  // FR-008: annotations as declared at the time of the call.
  it.each([
    [
      'verbatim',
      { annotations: { readOnlyHint: false, title: 'T', 'x-own': [1] } },
      { annotations: { readOnlyHint: false, title: 'T', 'x-own': [1] } },
    ],
    ['as null', { annotations: null }, { annotations: null }],
    ['omitted if there are none', {}, {}],
  ])('shows declared annotations %s', async (_how, declared, shown) => {
    const { engine, writer } = store();
    const seen = version('v1', { definition: { name: 'read_file', ...declared } });
    await writer.apply([seen], options());
    await createWorld(writer)([plan()]);
    await engine.db.updateTable('calls').set({ version_id: 'v1' }).execute();
    const { tool_calls } = await createStoreReader(engine).calls({}, ALL);
    const [call] = tool_calls.map(({ title, effective, ...rest }) => ({
      title,
      effective,
      ...('annotations' in rest && { annotations: rest.annotations }),
    }));
    expect(call).toStrictEqual({ title: seen.title, effective: seen.effective, ...shown });
  });

  const middle = START + 62.5 * HOUR;
  it.each<[string, CallFilter]>([
    ['no filter', {}],
    ['a session (FR-019, US4.2)', { sessionId: 'session-1' }],
    ['a session that is not there (US4.4)', { sessionId: 'gone' }],
    ['a server', { servers: ['mail'] }],
    ['one of several servers', { servers: ['mail', 'web', 'unknown'] }],
    ['a tool', { tools: ['search'] }],
    ['one of several tools', { tools: ['search', 'no_such_tool'] }],
    ['a status', { statuses: ['denied'] }],
    ['one of several statuses', { statuses: ['running', 'interrupted', 'expired'] }],
    ['a class', { classes: ['destructive'] }],
    ['one of several classes', { classes: ['read', 'additive'] }],
    ['a decision', { decisions: ['hold'] }],
    ['one of several decisions', { decisions: ['ask', 'deny'] }],
    ['from a time on', { from: middle }],
    ['up to a time', { to: middle }],
    ['within an hour', { from: START + 1, to: START + HOUR / 4 }],
    ['across hours and days', { from: START + 1, to: START + 90 * HOUR + 7 }],
    ['fractions of milliseconds', { from: START + 0.5, to: middle + 0.5 }],
    ['an empty time range', { from: middle, to: middle }],
    ['none of nothing', { servers: [] }],
    ['an empty server name', { servers: [''] }],
    ['a word', { q: 'needle' }],
  ])('filters by %s', async (_what, filter) => {
    const { engine, writer } = store();
    const calls = await createWorld(writer)(MIXED_CALLS);
    const list = await createStoreReader(engine).calls(filter, ALL);
    const expected = fitting(calls, filter);
    expect(toolCallListSchema.parse(list)).toEqual(list);
    expect(list.tool_calls.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(list).toMatchObject({ total: expected.length, total_is_exact: true, next_cursor: null });
  });

  it('returns the same as a linear scan for any combination of filters and any page', async () => {
    const { engine, writer } = store();
    const calls = await createWorld(writer)(MIXED_CALLS);
    const reader = createStoreReader(engine);
    await fc.assert(
      fc.asyncProperty(filters, fc.nat(30), fc.integer({ min: 1, max: 40 }), async (filter, offset, limit) => {
        const expected = fitting(calls, filter);
        const list = await reader.calls(filter, { limit, offset });
        expect(list.tool_calls.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
        expect(list).toMatchObject({ total: expected.length, total_is_exact: true });
        const after =
          list.next_cursor === null
            ? []
            : (await reader.calls(filter, { limit, offset: 0, cursor: list.next_cursor })).tool_calls;
        expect(after.map(({ id }) => id)).toEqual(
          expected.slice(offset + limit, offset + 2 * limit).map(({ id }) => id),
        );
      }),
      { numRuns: 400 },
    );
  });
}

const some = <T>(...values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values], { minLength: 1 });
const moment = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((hours) => START + hours * HOUR),
  fc.constantFrom(...MIXED_CALLS.map(({ at }) => at)),
  fc.integer({ min: 0, max: 100 * 3_600_000 }).map((ms) => START + ms),
);

const filters: fc.Arbitrary<CallFilter> = fc.record(
  {
    sessionId: fc.constantFrom('session-0', 'session-1', 'session-2'),
    servers: some('files', 'mail', 'web'),
    tools: some('read_file', 'delete_file', 'send', 'search', 'post', 'no_such_tool'),
    statuses: some('running', 'ok', 'error', 'denied', 'expired', 'cancelled', 'interrupted'),
    classes: some('read', 'additive', 'destructive'),
    decisions: some('allow', 'ask', 'deny', 'hold'),
    from: moment,
    to: moment,
    q: fc.constantFrom('invoice', 'inv*', 'inv* needle', 'invoice needle', 'needle invoice*', 'café', 'caf*', 'absent'),
  },
  { requiredKeys: [] },
);
