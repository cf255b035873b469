import { expect, it } from 'vitest';
import type { Entry } from '../../entry.ts';
import { createStoreReader } from '../read/create-reader.ts';
import { body, createCalls, endOf, options, roundOf, START, session, sessionEnd } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** Later rounds of a call, and their deletion. */
export function roundsContract(open: OpenEngine): void {
  const store = useStore(open);
  const begin = createCalls()('s');
  const secret = roundOf(begin, 2, { others: body({ a: 1 }, { redactions: 3 }), digest: 'v1.key.mac' });
  const entries: readonly Entry[] = [session('s'), begin, roundOf(begin, 1), secret, endOf(begin)];
  const rounds = [
    {
      at: new Date(START + 1).toISOString(),
      others: {
        value: JSON.parse(roundOf(begin, 1).others.text),
        bytes: roundOf(begin, 1).others.bytes,
        is_cut: false,
        redactions: 0,
      },
      params_digest: null,
    },
    {
      at: new Date(START + 2).toISOString(),
      others: { value: { a: 1 }, bytes: 7, is_cut: false, redactions: 3 },
      params_digest: 'v1.key.mac',
    },
  ];

  it.each<[string, readonly (readonly Entry[])[]]>([
    ['with the call', [entries]],
    ['one by one', entries.map((entry) => [entry])],
    ['after the beginning', [entries.slice(0, 2), entries.slice(2)]],
    ['after the end', [[...entries.slice(0, 2), endOf(begin)], entries.slice(2, 4)]],
    ['twice in one batch', [[...entries, ...entries.slice(2, 4)]]],
    ['twice', [entries, entries]],
    ['twice, the second time without the begin', [entries, entries.slice(2)]],
  ])('are stored once: %s', async (_, batches) => {
    const { engine, writer } = store();
    for (const batch of batches) await writer.apply(batch, options());
    expect((await contents(engine)).rounds).toHaveLength(2);
    await expectExact(engine);
    const reader = createStoreReader(engine);
    expect(await reader.call(begin.id)).toMatchObject({ status: 'ok', rounds });
    const { calls } = await reader.export({}, { after: undefined, limit: 9, withBodies: true });
    expect(calls).toMatchObject([{ id: begin.id, rounds }]);
  });

  it('stay with their call, even if it has another key', async () => {
    const { engine, writer } = store();
    const [one, two] = [createCalls()('s'), createCalls()('s')];
    expect(two.seq).toBe(one.seq);
    await writer.apply([session('s'), one, roundOf(one, 1)], options('one'));
    await writer.apply([two], options('two'));
    const others = body({ of: 'two' });
    await writer.apply([roundOf(two, 1, { others })], options('two'));
    const reader = createStoreReader(engine);
    expect((await reader.call(one.id))?.rounds).toMatchObject([{ others: { value: { requestState: 'r1' } } }]);
    expect((await reader.call(two.id))?.rounds).toMatchObject([{ others: { value: { of: 'two' } } }]);
  });

  it('emit no event, and need an existing call', async () => {
    const { engine, writer } = store();
    expect(await writer.apply([roundOf(begin, 1)], options())).toBeUndefined();
    expect((await contents(engine)).rounds).toEqual([]);
  });

  it('are deleted with their session', async () => {
    const { engine, writer } = store();
    await writer.apply([...entries, sessionEnd('s')], options());
    const other = createCalls(START + 60_000)('t');
    await writer.apply([session('t', { at: START + 60_000 }), other, roundOf(other, 1), endOf(other)], options());
    await writer.retain({ sessions: 1, days: 1_000, bytes: 1e12, events: 1_000 }, START);
    expect((await contents(engine)).rounds.map(({ seq }) => seq)).toEqual([other.seq]);
    await expectExact(engine);
  });
}
