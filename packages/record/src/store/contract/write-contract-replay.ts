import { expect, it } from 'vitest';
import type { BeginEntry, Entry } from '../../entry.ts';
import { createSequence } from '../../sequence.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import { answerTo, createCalls, endOf, options, questionOf, START, session, sessionEnd, version } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { foundBy, type OpenEngine, useStore } from './open-engine.ts';

/** Replaying entries changes nothing, for any batching. */
export function replayContract(open: OpenEngine): void {
  const store = useStore(open);
  const calls = createCalls();
  const [one, two] = [calls('s'), calls('s', { class: 'destructive', legs: ['open_world_write'] })];
  const entries: readonly Entry[] = [
    version('v1'),
    session('s'),
    one,
    two,
    questionOf(one, 'a1'),
    questionOf(two, 'a2'),
    answerTo('a1'),
    endOf(one, { status: 'error', approval: 'a1' }),
    sessionEnd('s', { at: START + 5 }),
    session('s', { at: START + 9 }),
    endOf(two),
    sessionEnd('s'),
  ];

  it.each([
    ['all at once', (list: readonly Entry[]) => [list]],
    ['one by one', (list: readonly Entry[]) => list.map((entry) => [entry])],
    ['from a begin on', (list: readonly Entry[]) => [list.slice(2)]],
    ['from an end on', (list: readonly Entry[]) => [list.slice(6, 9), list.slice(9)]],
    ['twice in one batch', (list: readonly Entry[]) => [[...list, ...list]]],
  ])('%s', async (_, cut) => {
    const { engine, writer } = store();
    await writer.apply(entries.slice(0, 5), options());
    await writer.apply(entries.slice(5), options());
    const before = await contents(engine);
    for (const batch of cut(entries)) await writer.apply(batch, options());
    expect(await contents(engine)).toEqual(before);
    await expectExact(engine);
  });

  it('recognizes applied entries by journal position, even lists without an id', async () => {
    const { engine, writer } = store();
    const menu = { kind: 'menu', session: 's', menuTokens: 7, discoveryTokens: 0, listingTokens: 7 } as const;
    const { at } = await writer.register({ id: 'one', pid: 1, host: 'here', at: START });
    const batch = [session('s'), menu];
    for (const offset of [10, 10, 4]) await writer.apply(batch, options('one', { file: 2, offset }));
    await writer.apply(batch, options('one', { file: 1, offset: 99 }));
    expect(await writer.instances()).toMatchObject([{ at, journal: { file: 2, offset: 10 } }]);
    await writer.apply([menu], options('one', { file: 3, offset: 0 }));
    expect((await contents(engine)).sessions).toMatchObject([{ menu_tokens: 14 }]);
    expect(await writer.instances()).toMatchObject([{ journal: { file: 3, offset: 0 } }]);
  });

  it('ends a call that was marked interrupted, and counts it again', async () => {
    const { engine, writer } = store();
    const [begin] = [calls('s')];
    await writer.apply([session('s'), begin], options());
    await writer.removeInstance('one', START + 50, 'interrupted');
    await writer.digest([{ seq: begin.seq, inputTokens: 4, outputTokens: 0, words: 'early' }]);
    await expectExact(engine);
    await writer.apply([endOf(begin)], options());
    expect((await contents(engine)).calls).toMatchObject([{ status: 'ok', input_tokens: null, digested: 0 }]);
    await expectExact(engine);
    await writer.digest([{ seq: begin.seq, inputTokens: 4, outputTokens: 6, words: 'late' }]);
    await writer.apply([endOf(begin, { status: 'error' })], options());
    expect((await contents(engine)).calls).toMatchObject([{ status: 'ok', input_tokens: 4, output_tokens: 6 }]);
    expect(await foundBy(engine, 'early')).toEqual([]);
    expect(await foundBy(engine, 'late')).toEqual([begin.seq]);
    await expectExact(engine);
  });

  it("does not end another gateway's call", async () => {
    const { engine, writer } = store();
    const begin = calls('s');
    await writer.apply([session('s'), begin], options('one'));
    await writer.apply([endOf(begin)], options('two'));
    expect((await contents(engine)).calls).toMatchObject([{ status: 'running' }]);
  });

  it('gives a call the next free key after a clock reset, and finds it again, even after a crash', async () => {
    const { engine, writer } = store();
    // The same times again, by a restarted gateway.
    const [first, second] = [createCalls(START + 500), createCalls(START + 500)];
    const old = [first('s'), first('s')];
    await writer.apply([session('s'), ...old], options('one'));
    const again: readonly BeginEntry[] = [second('s'), second('s'), second('s')];
    await writer.apply([...again, ...again.slice(0, 1).map((begin) => endOf(begin))], options('two'));
    const later = createStoreWriter(engine);
    await later.apply([...again, ...again.slice(1).map((begin) => endOf(begin, { status: 'error' }))], options('two'));
    const rows = (await contents(engine)).calls.map(({ seq, id, status, instance_id }) => [
      seq,
      id,
      status,
      instance_id,
    ]);
    const seqs = old.map(({ seq }) => seq);
    expect(rows).toEqual([
      [seqs[0], old[0]?.id, 'running', 'one'],
      [(seqs[0] ?? 0) + 1, again[0]?.id, 'ok', 'two'],
      [seqs[1], old[1]?.id, 'running', 'one'],
      [(seqs[1] ?? 0) + 1, again[1]?.id, 'error', 'two'],
      [again[2]?.seq, again[2]?.id, 'error', 'two'],
    ]);
    await expectExact(engine);
  });

  it('finds a call whose key is far from its own because all keys between were taken', async () => {
    const { engine, writer } = store();
    // Every key of two milliseconds, by eight busy gateways.
    const slots = Array.from({ length: 8 }, (_, slot) => createSequence(() => slot));
    const taken = [START, START + 1].flatMap((at) =>
      slots.flatMap((next) => Array.from({ length: 256 }, () => ({ ...calls('s', { at }), ...next(at) }))),
    );
    await writer.apply([session('s'), ...taken], options('one'));
    const moved = createCalls(START)('s', { at: START });
    await writer.apply([moved], options('two'));
    await createStoreWriter(engine).apply([endOf(moved)], options('two'));
    const row = (await contents(engine)).calls.find(({ id }) => id === moved.id);
    expect(row).toMatchObject({ seq: moved.seq + 2 * 2_048, status: 'ok' });
  });

  it('stores nothing of an instance that another gateway has closed meanwhile', async () => {
    const { engine, writer } = store();
    const menu = { kind: 'menu', session: 's', menuTokens: 7, discoveryTokens: 0, listingTokens: 7 } as const;
    await createStoreWriter(engine).register({ id: 'one', pid: 1, host: 'here', at: START });
    await writer.apply([session('s'), menu], options('one', { file: 0, offset: 10 }));
    await createStoreWriter(engine).removeInstance('one', START, 'interrupted');
    const before = await contents(engine);
    expect(await writer.apply([session('s'), menu], options('one', { file: 0, offset: 20 }))).toBeUndefined();
    expect(await contents(engine)).toEqual(before);
  });
}
