import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { parseSearch } from '../search-terms.ts';
import { createCalls, endOf, options, START, session } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, plan } from './read-world.ts';

const ALL = { limit: 100, offset: 0 };

/** Full-text search. */
export function readSearchContract(open: OpenEngine): void {
  const store = useStore(open);

  it.each<[string, string, boolean]>([
    ['a word', 'quarterly', true],
    ['a word in another case', 'QUARTERLY', true],
    ['a word without its accents', 'cafe', true],
    ['no prefix of a word without a star', 'quart', false],
    ['a prefix', 'quart*', true],
    ['a prefix in another case', 'QUA*', true],
    ['a whole word as a prefix', 'quarterly*', true],
    ['a prefix with accents', 'CAFÉ*', true],
    ['the same prefix without accents', 'caf*', true],
    ['a prefix of no word', 'quarterlyx*', false],
    ['an unknown word', 'yearly', false],
    ['no suffix of a word', 'terly', false],
    ['all of several words', 'invoice café quarterly', true],
    ['several words with an unknown one', 'yearly invoice', false],
    ['a prefix before other words', 'quart* invoice', true],
    ['several beginnings', 'inv* quart*', true],
    ['a whole word of two letters', 'ok', true],
    ['a phrase', '"quarterly invoice"', true],
    ['a phrase in another order', '"invoice quarterly"', false],
    ['no phrase with an incomplete last word', '"quarterly inv"', false],
    ['a star in a phrase, treated as punctuation', '"quarterly inv*"', false],
    ['an unclosed phrase', '"quarterly invoice', true],
    ['a name with underscores', 'read_file', true],
    ['a path', 'src/store/read.ts', true],
    ['the beginning of a path', 'src/sto*', true],
    ['a path in another order', 'store/src', false],
    ['words separated by punctuation', 'invoice, (quarterly)!', true],
    ['text that is syntax in other query languages', 'invoice OR yearly', false],
    ['a word that is an operator elsewhere', 'near', true],
  ])('searches for %s', async (_what, q, isFound) => {
    const { engine, writer } = store();
    const words = 'the quarterly invoice of the Café is near, ok: read_file src/store/read.ts';
    const [call] = await createWorld(writer)([plan({ words })]);
    const { tool_calls, total, total_is_exact } = await createStoreReader(engine).calls({ q }, ALL);
    expect({ ids: tool_calls.map(({ id }) => id), total, total_is_exact }).toEqual({
      ids: isFound ? [call?.id] : [],
      total: isFound ? 1 : 0,
      total_is_exact: true,
    });
  });

  it('finds the same for any number of matching calls', async () => {
    const { engine, writer } = store();
    const record = createWorld(writer);
    const [once] = await record([plan({ words: 'invoices' }), plan({ words: 'invoice' })]);
    const idsOf = async (q: string): Promise<readonly string[]> => {
      const { tool_calls } = await createStoreReader(engine).calls({ q }, { limit: 1_000, offset: 0 });
      return tool_calls.map(({ id }) => id);
    };
    expect(await idsOf('invoices')).toEqual([once?.id]);
    const all = [...(await record(Array.from({ length: 300 }, () => plan({ words: 'invoice' }))))];
    expect(await idsOf('invoices')).toEqual([once?.id]);
    expect(await idsOf('invoice*')).toHaveLength(all.length + 2);
  });

  it.each([1, 2, 300])('expands a prefix to %i words exactly', async (count) => {
    const { engine, writer } = store();
    const record = createWorld(writer);
    const items = await record(Array.from({ length: count }, (_, n) => plan({ words: `first ITEM${n} last` })));
    await record([plan({ words: 'items ité ite' }), plan({ words: 'last first' })]);
    const idsOf = async (q: string): Promise<readonly string[]> => {
      const { tool_calls } = await createStoreReader(engine).calls({ q }, { limit: 1_000, offset: 0 });
      return tool_calls.map(({ id }) => id).toSorted();
    };
    const all = items.map(({ id }) => id).toSorted();
    expect(await idsOf('item* first')).toEqual(all);
    expect(await idsOf('first/item* last*')).toEqual(all);
    expect(await idsOf('item0*')).toEqual(items.slice(0, 1).map(({ id }) => id));
    expect(await idsOf('item* nowhere')).toEqual([]);
    const { calls } = await createStoreReader(engine).export(
      { q: 'item* last' },
      { after: undefined, limit: 1_000, withBodies: false },
    );
    expect(calls.map(({ id }) => id).toSorted()).toEqual(all);
  });

  it.each(['', '   ', '!', '"', '""', '* ^ : ( )', '→ 🚀', '\u0000', '-', 'in* invoice'])(
    'rejects an invalid query (%j) instead of returning all calls or none',
    async (q) => {
      const { engine, writer } = store();
      await createWorld(writer)([plan({ words: 'a → b 🚀 invoice' })]);
      const reader = createStoreReader(engine);
      for (const filter of [{ q }, { q, sessionId: 's' }, { q, classes: ['additive' as const] }])
        await expect(reader.calls(filter, ALL)).rejects.toThrow(RangeError);
      await expect(reader.export({ q }, { after: undefined, limit: 10, withBodies: false })).rejects.toThrow(
        RangeError,
      );
    },
  );

  it('finds a call only once it is indexed', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s');
    await writer.apply([session('s'), begin, endOf(begin)], options());
    const reader = createStoreReader(engine);
    expect(await reader.calls({ q: 'needle' }, ALL)).toMatchObject({ total: 0 });
    await writer.digest([{ seq: begin.seq, inputTokens: 1, outputTokens: 1, words: 'needle' }]);
    expect(await reader.calls({ q: 'needle' }, ALL)).toMatchObject({ total: 1, tool_calls: [{ id: begin.id }] });
  });

  it('answers every query', async () => {
    const { engine, writer } = store();
    await createWorld(writer)([plan({ words: 'near and or not' })]);
    const reader = createStoreReader(engine);
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            "'",
            '*',
            '^',
            ':',
            '(',
            ')',
            'AND',
            'OR',
            'NOT',
            'NEAR',
            ' ',
            '\u0000',
            '\ud800',
            '🚀',
            'near',
            '-',
            '+',
            '{',
            '}',
            ';--',
          ),
          { maxLength: 30 },
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (q) => {
        if (!parseSearch(q).ok) return;
        await reader.calls({ q }, ALL);
        await reader.export({ q, classes: ['read'] }, { after: undefined, limit: 10, withBodies: false });
      }),
      {
        numRuns: 300,
        examples: [['near '.repeat(2_000)], [`"${'near '.repeat(2_000)}"`], ['x'.repeat(10_000)], ['("'.repeat(5_000)]],
      },
    );
  });

  it('limits the count for very common words, and still finds later calls', async () => {
    const { engine } = store();
    // Inserted directly: ten thousand calls through the writer take too long, and only the reader is tested.
    const next = createCalls(START);
    const begins = Array.from({ length: 10_050 }, (_, index) =>
      next('s', { tool: index === 0 ? 'first' : 'read_file' }),
    );
    const rows = begins.map(({ seq, id, tool }) => ({ ...ROW, seq, id, tool }));
    await engine.transact(async (tx) => {
      for (const row of rows)
        await tx.run([engine.db.insertInto('calls').values(row).compile(), engine.text.add(row.seq, 'often')]);
      for (const table of ['call_totals', 'call_totals_by_day'] as const) {
        const first = Math.floor(START / 3_600_000);
        const hour = table === 'call_totals' ? first : first - (first % 24);
        const kind = { ...TOTALS, hour };
        await tx.run([
          engine.db
            .insertInto(table)
            .values([
              { ...kind, tool: 'read_file', calls: 10_049 },
              { ...kind, tool: 'first', calls: 1 },
            ])
            .compile(),
        ]);
      }
    }, false);
    const reader = createStoreReader(engine);
    const list = await reader.calls({ q: 'often' }, { limit: 1, offset: 0 });
    expect(list).toMatchObject({ tool_calls: [{ id: begins.at(-1)?.id }], total: 10_000, total_is_exact: false });
    const oldest = await reader.calls({ q: 'often' }, { limit: 2, offset: 10_049 });
    expect(oldest).toMatchObject({ tool_calls: [{ id: begins[0]?.id }], next_cursor: null, total_is_exact: false });
    const beyond = await reader.calls({ q: 'often', tools: ['first', 'read_file'] }, { limit: 50, offset: 10_030 });
    expect(beyond.tool_calls.map(({ id }) => id)).toEqual(
      begins
        .slice(0, 20)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(await reader.calls({ q: 'often', tools: ['first'] }, ALL)).toMatchObject({
      total: 1,
      total_is_exact: true,
      tool_calls: [{ id: begins[0]?.id }],
    });
  });
}

const ROW = {
  session_id: 's',
  version_id: null,
  server: 'files',
  class: 'read',
  status: 'ok',
  decision: 'allow',
  decision_rule: '',
  decision_reason: '',
  approval_id: null,
  attempts: 1,
  cached: 0,
  error_code: null,
  error_message: null,
  started_at: START,
  duration_ms: 1,
  input_tokens: 1,
  output_tokens: 1,
  era: 'modern',
  mode: 'direct',
  client_name: null,
  principal: 'local',
  summary: '',
  legs: '',
  instance_id: 'one',
  digested: 1,
};

const TOTALS = {
  server: 'files',
  class: 'read',
  status: 'ok',
  decision: 'allow',
  input_tokens: 1,
  output_tokens: 1,
  duration_ms: 1,
};
