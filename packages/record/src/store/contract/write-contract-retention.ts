import { expect, it } from 'vitest';
import type { BeginEntry, Entry } from '../../entry.ts';
import type { Retained, RetentionLimits, StoreWriter } from '../store.ts';
import {
  answerTo,
  body,
  createCalls,
  endOf,
  options,
  questionOf,
  START,
  session,
  sessionEnd,
  version,
} from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { foundBy, type OpenEngine, useStore } from './open-engine.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PLENTY: RetentionLimits = { sessions: 1_000, days: 1_000, bytes: 1e12, events: 1_000 };

/** Deletion limits and their order. */
export function retentionContract(open: OpenEngine): void {
  const store = useStore(open);
  const calls = createCalls();

  /** A session per minute, each with one counted call. */
  const fill = async (
    count: number,
    isActive: (index: number) => boolean = () => false,
  ): Promise<readonly BeginEntry[]> => {
    const { writer } = store();
    const begins: BeginEntry[] = [];
    for (let index = 0; index < count; index += 1) {
      const at = START + index * MINUTE_MS;
      const id = `s${String(index).padStart(3, '0')}`;
      const begin = calls(id, { at, tool: `tool_${index % 3}` });
      const end: readonly Entry[] = isActive(index) ? [] : [sessionEnd(id, { at: at + 1_000 })];
      await writer.apply([session(id, { at }), begin, endOf(begin), ...end], options());
      await writer.digest([{ seq: begin.seq, inputTokens: 3, outputTokens: 4, words: `word${index}` }]);
      begins.push(begin);
    }
    return begins;
  };
  const ids = async (): Promise<readonly string[]> => (await contents(store().engine)).sessions.map(({ id }) => id);
  const names = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, index) => `s${String(from + index).padStart(3, '0')}`);

  it('deletes nothing within the limits', async () => {
    await fill(3);
    const before = await contents(store().engine);
    expect(await store().writer.retain(PLENTY, START)).toEqual({ sessions: 0, calls: 0, hasMore: false });
    expect(await contents(store().engine)).toEqual(before);
  });

  it('keeps the 100 newest sessions (FR-022), and deletes all data of the others', async () => {
    const { engine, writer } = store();
    const begins = await fill(105);
    expect(await writer.retain({ ...PLENTY, sessions: 100 }, START)).toEqual({ sessions: 5, calls: 5, hasMore: false });
    expect(await ids()).toEqual(names(5, 105));
    await expectExact(engine);
    const { servers } = await contents(engine);
    expect(servers.map((row) => row.session_id)).toEqual(names(5, 105));
    // Their words are deleted too: a new call with the same key is not found by them.
    const [again] = begins.slice(4);
    if (again !== undefined) await writer.apply([session('again'), again], options());
    const found = async (q: string): Promise<number> => (await foundBy(engine, q)).length;
    expect([await found('word4'), await found('word5')]).toEqual([0, 1]);
  });

  it.each<[string, number, (index: number) => boolean, readonly string[]]>([
    ['closed sessions before older active ones', 3, (index) => index === 0, ['s000', 's004', 's005']],
    ['no active session while a closed one exists', 3, (index) => index < 3, ['s000', 's001', 's002']],
    ['the longest idle sessions if too many are active', 2, () => true, ['s004', 's005']],
  ])('deletes %s', async (_, sessions, isActive, left) => {
    await fill(6, isActive);
    await store().writer.retain({ ...PLENTY, sessions }, START);
    expect(await ids()).toEqual(left);
    await expectExact(store().engine);
  });

  it('deletes sessions that ended without a call after a day, and before any other', async () => {
    const { writer } = store();
    await fill(3);
    const idle = (id: string, at: number): readonly Entry[] => [session(id, { at }), sessionEnd(id, { at })];
    await writer.apply([...idle('old', START), ...idle('new', START + DAY_MS)], options());
    await writer.apply([session('waits', { at: START })], options());
    await writer.retain(PLENTY, START + DAY_MS + HOUR_MS);
    expect(new Set(await ids())).toEqual(new Set([...names(0, 3), 'new', 'waits']));
    await writer.retain({ ...PLENTY, sessions: 4 }, START + DAY_MS + HOUR_MS);
    expect(new Set(await ids())).toEqual(new Set([...names(0, 3), 'waits']));
  });

  it('deletes sessions that were idle for too many days, by last activity', async () => {
    const { engine, writer } = store();
    await fill(4);
    const late = calls('s000', { at: START + 2 * DAY_MS });
    await writer.apply([late, endOf(late)], options());
    await writer.retain({ ...PLENTY, days: 10 }, START + 10 * DAY_MS + 2 * MINUTE_MS + 500);
    expect(await ids()).toEqual(['s000', 's003']);
    await expectExact(engine);
  });

  it('deletes the oldest closed sessions while the store is too large', async () => {
    const { engine, writer } = store();
    for (let index = 0; index < 12; index += 1) {
      const id = `s${String(index).padStart(3, '0')}`;
      const at = START + index * MINUTE_MS;
      // Incompressible data.
      const noise = body(Array.from({ length: 4_000 }, (_, n) => (Math.sin(n * 7 + index) * 1e9) | 0));
      const batch: Entry[] = [session(id, { at })];
      for (let n = 0; n < 10; n += 1) {
        const begin = calls(id, { at: at + n });
        batch.push(begin, endOf(begin, { result: noise }));
      }
      await writer.apply([...batch, sessionEnd(id)], options());
    }
    await writer.retain({ ...PLENTY, events: 0 }, START);
    const size = await engine.size();
    await all(writer, { ...PLENTY, bytes: size * 0.6 });
    const left = await ids();
    expect(left).toEqual(names(12 - left.length, 12));
    expect(left.length).toBeGreaterThan(4);
    expect(left.length).toBeLessThan(10);
    expect(await engine.size()).toBeLessThanOrEqual(size * 0.6);
    await expectExact(engine);
  });

  it('stops at active sessions, however large the store is', async () => {
    await fill(3, (index) => index > 0);
    const { writer } = store();
    expect(await writer.retain({ ...PLENTY, bytes: 0 }, START)).toEqual({ sessions: 1, calls: 1, hasMore: false });
    expect(await ids()).toEqual(['s001', 's002']);
  });

  it('works in chunks, and deletes whole sessions', async () => {
    const { engine, writer } = store();
    for (const [id, count] of [
      ['a', 700],
      ['b', 300],
      ['c', 300],
    ] as const) {
      const begins = Array.from({ length: count }, () => calls(id));
      const entries = begins.flatMap((begin) => [begin, endOf(begin)]);
      await writer.apply([session(id, { at: START + id.charCodeAt(0) }), ...entries, sessionEnd(id)], options());
    }
    const limits = { ...PLENTY, sessions: 0 };
    expect(await writer.retain(limits, START)).toEqual({ sessions: 1, calls: 700, hasMore: true });
    await expectExact(engine);
    // The remaining two are larger than one chunk.
    expect(await writer.retain(limits, START)).toEqual({ sessions: 1, calls: 300, hasMore: true });
    expect(await writer.retain(limits, START)).toEqual({ sessions: 1, calls: 300, hasMore: false });
    expect(await writer.retain(limits, START)).toEqual({ sessions: 0, calls: 0, hasMore: false });
    const { calls: rows, bodies, totals, days, servers } = await contents(engine);
    expect([rows, bodies, totals, days, servers]).toEqual([[], [], [], [], []]);
  });

  it('deletes approvals with their session, or by age without one', async () => {
    const { engine, writer } = store();
    const begins = await fill(3);
    const [first, second] = begins;
    if (first === undefined || second === undefined) throw new Error('There are three.');
    const old = { at: START - 20 * DAY_MS };
    await writer.apply(
      [
        questionOf(first, 'of-first'),
        answerTo('of-first'),
        questionOf(second, 'of-second', old),
        questionOf(second, 'of-none', { ...old, session: null }),
        questionOf(second, 'of-gone', { ...old, session: 'gone' }),
        questionOf(second, 'young', { session: null }),
      ],
      options(),
    );
    const left = async (): Promise<readonly string[]> => (await contents(engine)).approvals.map(({ id }) => id);
    await writer.retain({ ...PLENTY, sessions: 2 }, START);
    expect(await left()).toEqual(['of-gone', 'of-none', 'of-second', 'young']);
    // A session is kept from its last activity on, with all its data.
    await writer.retain({ ...PLENTY, days: 10 }, START);
    expect(await left()).toEqual(['of-second', 'young']);
    await writer.retain({ ...PLENTY, days: 10 }, START + 11 * DAY_MS);
    expect(await left()).toEqual([]);
  });

  it('reports more work after very many approvals', async () => {
    const { engine, writer } = store();
    const begin = calls('s');
    const asked = Array.from({ length: 501 }, (_, index) => questionOf(begin, `q${index}`, { session: null }));
    await writer.apply(asked, options());
    const limits = { ...PLENTY, days: 1 };
    expect(await writer.retain(limits, START + 9 * DAY_MS)).toEqual({ sessions: 0, calls: 0, hasMore: true });
    expect((await contents(engine)).approvals).toHaveLength(1);
    expect(await writer.retain(limits, START + 9 * DAY_MS)).toEqual({ sessions: 0, calls: 0, hasMore: false });
    expect((await contents(engine)).approvals).toEqual([]);
  });

  it('keeps the newest event batches', async () => {
    const { engine, writer } = store();
    const batches: (number | undefined)[] = [];
    for (let index = 0; index < 20; index += 1)
      batches.push((await writer.apply([session(`s${index}`)], options()))?.batch);
    await writer.retain({ ...PLENTY, events: 5 }, START);
    const rows = await engine.db.selectFrom('events').select('batch').orderBy('batch').execute();
    expect(rows.map(({ batch }) => batch)).toEqual(batches.slice(-5));
    // Numbers are never reused, even if all batches are deleted.
    await writer.retain({ ...PLENTY, events: 0 }, START);
    const next = await writer.apply([session('t')], options());
    expect(next?.batch).toBeGreaterThan(batches.at(-1) ?? Number.NaN);
  });

  it('keeps tool versions that are newest, recent or have calls (FR-008)', async () => {
    const { engine, writer } = store();
    const old = { at: START - 20 * DAY_MS };
    const begin = calls('s', { version: 'used' });
    await writer.apply(
      [
        version('used', old),
        version('unused', { at: old.at + 1 }),
        version('young'),
        version('newest', { at: START + 1 }),
        version('only', { ...old, tool: 'another' }),
        session('s'),
        begin,
        endOf(begin),
        sessionEnd('s'),
      ],
      options(),
    );
    await writer.retain({ ...PLENTY, days: 10 }, START + 2);
    const left = async (): Promise<readonly string[]> => (await contents(engine)).versions.map(({ id }) => id);
    expect(await left()).toEqual(['newest', 'only', 'used', 'young']);
    await writer.retain({ ...PLENTY, days: 10, sessions: 0 }, START + 2 + HOUR_MS);
    expect(await left()).toEqual(['newest', 'only', 'young']);
  });
}

async function all(writer: StoreWriter, limits: RetentionLimits): Promise<void> {
  let retained: Retained;
  do retained = await writer.retain(limits, START);
  while (retained.hasMore);
}
