import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BeginEntry, Entry } from '../../entry.ts';
import { createStoreWriter } from '../write/create-writer.ts';
import { answerTo, createCalls, endOf, options, questionOf, START, session, sessionEnd } from './entries.ts';
import { contents, expectExact } from './exactness.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** The number of random histories: each uses its own store and up to about sixty entries. */
const STORIES = 40;

const step = fc.record({
  kind: fc.constantFrom(
    'begin',
    'begin',
    'begin',
    'end',
    'end',
    'end',
    'session',
    'session-end',
    'late',
    'ask',
    'answer',
  ),
  session: fc.constantFrom('a', 'b', 'c'),
  which: fc.nat(20),
  server: fc.constantFrom('files', 'web', null),
  class: fc.constantFrom('read', 'additive', 'destructive', null),
  status: fc.constantFrom('ok', 'error', 'denied', 'expired', 'cancelled'),
  decision: fc.constantFrom('allow', 'ask', 'deny', null),
  hours: fc.nat(30),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Sums are exact for any order, batching and repetition of entries (SC-006). */
export function exactnessContract(open: OpenEngine): void {
  const store = useStore(open);

  it('equal the sums over the calls after any history', async () => {
    const story = fc.record({
      steps: fc.array(step, { maxLength: 60 }),
      cuts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
      again: fc.array(fc.nat(11), { minLength: 1, maxLength: 12 }),
      deaths: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      kept: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ steps, cuts, again, deaths, kept }) => {
        const { engine, remove } = await open();
        try {
          const entries = tell(steps);
          const batches = cutInto(entries, cuts);
          for (const [index, batch] of batches.entries()) {
            // A fresh writer each time, which knows only the store.
            const writer = createStoreWriter(engine);
            await writer.apply(batch, options());
            if (deaths[index % deaths.length]) await writer.removeInstance('one', START, 'interrupted');
            await digestSome(writer, index % 3);
            await expectExact(engine);
            const before = await contents(engine);
            const from = again[index % again.length] ?? 0;
            if (from > index || deaths.includes(true)) continue;
            for (const known of batches.slice(from, index + 1)) await writer.apply(known, options());
            expect(await contents(engine)).toEqual(before);
          }
          const writer = createStoreWriter(engine);
          await writer.retain({ sessions: kept, days: 1_000, bytes: 1e12, events: 10 }, START);
          await expectExact(engine);
        } finally {
          await remove();
        }
      }),
      { numRuns: STORIES },
    );
  }, 60_000);

  it('equal the sums over the calls of several gateways that share a session', async () => {
    const { engine, another } = store();
    const other = another === undefined ? engine : await another();
    const writers = [createStoreWriter(engine), createStoreWriter(other)];
    const calls = [createCalls(), createCalls(START + 1_000_000)];
    await Promise.all(
      writers.map(async (writer, index) => {
        const instance = `gateway-${index}`;
        for (let round = 0; round < 25; round += 1) {
          const begin = calls[index]?.('shared', { tool: `tool_${round % 2}` });
          if (begin === undefined) return;
          await writer.apply([session('shared'), begin], options(instance));
          await writer.apply([endOf(begin, { status: round % 3 === 0 ? 'error' : 'ok' })], options(instance));
          await digestSome(writer, 2);
        }
      }),
    );
    const { sessions } = await contents(engine);
    expect(sessions).toMatchObject([{ id: 'shared', tool_call_count: 50 }]);
    await expectExact(engine);
  });
}

/** Realistic entries: a session, then its calls, each ended at most once. */
function tell(steps: readonly Step[]): readonly Entry[] {
  const calls = createCalls();
  const running: BeginEntry[] = [];
  const asked: string[] = [];
  const entries: Entry[] = [];
  const opened = new Set<string>();
  let at = START;
  for (const { kind, session: id, which, hours, decision, ...of } of steps) {
    at += 1 + (hours > 25 ? hours * 600_000 : 0);
    if (kind === 'end') {
      const [begin] = running.splice(which % Math.max(1, running.length), 1);
      const reason = decision === null ? null : { kind: decision, rule: 'r', reason: 'because' };
      const approval = decision === 'ask' ? 'a1' : null;
      if (begin !== undefined)
        entries.push(endOf(begin, { status: of.status, at, durationMs: which, decision: reason, approval }));
    } else if (kind === 'ask') {
      const begin = running[which % Math.max(1, running.length)];
      if (begin !== undefined) entries.push(questionOf(begin, `q${asked.push(begin.id)}`, { at }));
    } else if (kind === 'answer') {
      // Some entries repeat, and some have no request; no answer precedes its request.
      entries.push(
        answerTo(`q${which % (asked.length + 1)}`, { at, ...(which % 2 === 0 && { status: 'expired', answer: null }) }),
      );
    } else if (kind === 'session-end') {
      entries.push(sessionEnd(id, { at }));
    } else if (kind === 'session' || !opened.has(id)) {
      opened.add(id);
      entries.push(session(id, { at }));
    } else {
      const begin = calls(id, {
        at,
        server: of.server,
        class: of.class,
        legs: of.class === 'read' ? ['private_data_read'] : [],
      });
      entries.push(begin);
      if (kind === 'late') entries.push(endOf(begin, { status: of.status, at, durationMs: which }));
      else running.push(begin);
    }
  }
  return entries;
}

function cutInto(entries: readonly Entry[], sizes: readonly number[]): readonly (readonly Entry[])[] {
  const batches: (readonly Entry[])[] = [];
  for (let from = 0, index = 0; from < entries.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    batches.push(entries.slice(from, from + size));
    from += size;
  }
  return batches;
}

async function digestSome(writer: ReturnType<typeof createStoreWriter>, limit: number): Promise<void> {
  const calls = limit === 0 ? [] : await writer.undigested(limit);
  await writer.digest(
    calls.map(({ seq, result }) => ({
      seq,
      inputTokens: 1 + (seq % 7),
      outputTokens: result === null ? 0 : 2 + (seq % 5),
      words: 'some words',
    })),
  );
}
