import { expect, it } from 'vitest';
import { createStoreWriter } from '../write/create-writer.ts';
import { body, createCalls, endOf, options, START, session } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { foundBy, type OpenEngine, useStore } from './open-engine.ts';

/** Token counts and search words, added after a call ends. */
export function digestContract(open: OpenEngine): void {
  const store = useStore(open);
  const calls = createCalls();

  it('returns ended, uncounted calls with their bodies, oldest first', async () => {
    const { writer } = store();
    const [one, two, three] = [calls('s', { arguments: null }), calls('s'), calls('s')];
    const readable = { sample: 'hello', length: 9 };
    const cut = body({ text: 'x'.repeat(3_000) }, { isCut: true, redactions: 1, readable });
    await writer.apply([session('s'), one, two, three, endOf(three), endOf(one, { result: cut })], options());
    expect(await writer.undigested(10)).toEqual([
      { seq: one.seq, arguments: null, result: cut },
      { seq: three.seq, arguments: three.arguments, result: endOf(three).result },
    ]);
    expect(await writer.undigested(1)).toMatchObject([{ seq: one.seq }]);
  });

  it.each(['ok', 'error', 'denied', 'expired', 'cancelled'] as const)(
    'adds tokens to a call that is %s, to its session and to the totals (SC-006: failed calls count too)',
    async (status) => {
      const { engine, writer } = store();
      const begin = calls('s');
      await writer.apply([session('s'), begin, endOf(begin, { status })], options());
      const batch = await writer.digest([{ seq: begin.seq, inputTokens: 11, outputTokens: 31, words: 'hello' }]);
      expect(batch?.events.map((event) => JSON.parse(event))).toMatchObject([
        { type: 'sessions.updated', data: { session_id: 's', status: 'active', tool_call_count: 1, total_tokens: 42 } },
      ]);
      const { calls: rows, sessions, totals } = await contents(engine);
      expect(rows).toMatchObject([{ input_tokens: 11, output_tokens: 31, digested: 1 }]);
      expect(sessions).toMatchObject([{ input_tokens: 11, output_tokens: 31 }]);
      expect(totals).toMatchObject([{ status, calls: 1, input_tokens: 11, output_tokens: 31 }]);
      await expectExact(engine);
    },
  );

  it('ignores calls that are counted, running or deleted', async () => {
    const { engine, writer } = store();
    const [counted, running] = [calls('s'), calls('s')];
    await writer.apply([session('s'), counted, endOf(counted), running], options());
    const digest = (seq: number) => ({ seq, inputTokens: 1, outputTokens: 2, words: 'hello' });
    await writer.digest([digest(counted.seq), digest(counted.seq)]);
    const before = await contents(engine);
    expect(await writer.digest([counted.seq, running.seq, running.seq + 1].map(digest))).toBeUndefined();
    expect(await contents(engine)).toEqual(before);
    expect(await writer.undigested(10)).toEqual([]);
    await expectExact(engine);
  });

  it('returns an unreadable body as empty, so that later calls are counted', async () => {
    const { engine, writer } = store();
    const [one, two] = [calls('s'), calls('s')];
    await writer.apply([session('s'), one, endOf(one), two, endOf(two)], options());
    const damaged = { result: Buffer.from([0, 17]), result_encoding: 1, arguments_encoding: 99 };
    const damage = engine.db.updateTable('call_bodies').set(damaged).where('seq', '=', one.seq).compile();
    await engine.transact((tx) => tx.run([damage]), false);
    expect(await writer.undigested(10)).toEqual([
      { seq: one.seq, arguments: null, result: null },
      { seq: two.seq, arguments: two.arguments, result: endOf(two).result },
    ]);
  });

  it('makes words searchable', async () => {
    const { engine, writer } = store();
    const [one, two] = [calls('s'), calls('s')];
    await writer.apply([session('s'), one, endOf(one), two, endOf(two)], options());
    await writer.digest([
      { seq: one.seq, inputTokens: 1, outputTokens: 1, words: 'invoice für march' },
      { seq: two.seq, inputTokens: 1, outputTokens: 1, words: 'invoice april' },
    ]);
    const found = (q: string): Promise<readonly number[]> => foundBy(engine, q);
    expect([await found('invoice'), await found('march'), await found('may')]).toEqual([
      [one.seq, two.seq],
      [one.seq],
      [],
    ]);
  });

  it('leaves calls of other live gateways alone, and takes over those of dead ones', async () => {
    const { engine, writer } = store();
    const [own, others, orphan] = [calls('s'), calls('t'), calls('u')];
    for (const id of ['one', 'two', 'three']) await writer.register({ id, pid: 1, host: 'here', at: START });
    for (const [begin, id] of [
      [own, 'one'],
      [others, 'two'],
      [orphan, 'three'],
    ] as const)
      await writer.apply([session(begin.session), begin, endOf(begin)], options(id));
    await writer.removeInstance('three', START, 'interrupted');
    const another = createStoreWriter(engine);
    await another.register({ id: 'one', pid: 1, host: 'here', at: START });
    expect((await another.undigested(9)).map(({ seq }) => seq)).toEqual([own.seq, orphan.seq]);
  });
}
