import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStoreReader } from '../read/create-reader.ts';
import { parseSearch } from '../search-terms.ts';
import { createCalls, endOf, options, START, session } from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';
import { createWorld, plan } from './read-world.ts';

const ALL = { limit: 100, offset: 0 };

/** Calls by their words. */
export function readSearchContract(open: OpenEngine): void {
  const store = useStore(open);

  it.each<[string, string, boolean]>([
    ['a word', 'quarterly', true],
    ['a word in other letters', 'QUARTERLY', true],
    ['a word without its accents', 'cafe', true],
    ['a word that is only begun', 'quart', false],
    ['the beginning of a word', 'quart*', true],
    ['the beginning of a word in other letters', 'QUA*', true],
    ['a whole word as a beginning', 'quarterly*', true],
    ['the beginning of a word with accents', 'CAFÉ*', true],
    ['the same without them', 'caf*', true],
    ['a beginning that no word has', 'quarterlyx*', false],
    ['a word that is not there', 'yearly', false],
    ['a word that ends so', 'terly', false],
    ['all of several words', 'invoice café quarterly', true],
    ['several words of which one is not there', 'yearly invoice', false],
    ['a beginning before other words', 'quart* invoice', true],
    ['several beginnings', 'inv* quart*', true],
    ['a whole word of two letters', 'ok', true],
    ['a phrase', '"quarterly invoice"', true],
    ['a phrase in another order', '"invoice quarterly"', false],
    ['a phrase whose last word is only begun', '"quarterly inv"', false],
    ['a star in a phrase, which is a sign', '"quarterly inv*"', false],
    ['a phrase that is not closed', '"quarterly invoice', true],
    ['a name with underscores', 'read_file', true],
    ['a path', 'src/store/read.ts', true],
    ['the beginning of a path', 'src/sto*', true],
    ['a path in another order', 'store/src', false],
    ['words with signs between them', 'invoice, (quarterly)!', true],
    ['what another language of queries would mean otherwise', 'invoice OR yearly', false],
    ['a word that is an operator elsewhere', 'near', true],
  ])('looks for %s', async (_what, q, isFound) => {
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

  it('finds the same, however many calls there are with a word', async () => {
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

  it.each([1, 2, 300])('finds the beginning of %i words, and only of these', async (count) => {
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
    'rejects what cannot be looked for (%j): neither all calls nor none would be an answer',
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

  it('finds a call only once its words were taken in', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s');
    await writer.apply([session('s'), begin, endOf(begin)], options());
    const reader = createStoreReader(engine);
    expect(await reader.calls({ q: 'needle' }, ALL)).toMatchObject({ total: 0 });
    await writer.digest([{ seq: begin.seq, inputTokens: 1, outputTokens: 1, words: 'needle' }]);
    expect(await reader.calls({ q: 'needle' }, ALL)).toMatchObject({ total: 1, tool_calls: [{ id: begin.id }] });
  });

  it('answers whatever can be asked', async () => {
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

  it('counts to a bound where very many calls have a word, and still finds what is beyond it', async () => {
    const { engine } = store();
    // Straight into the tables: ten thousand calls would take the writer a while, and only the reader is looked at.
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
