import { errorOf, failed, type RpcReply, result } from '@toolmark/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { ANSWER_MS } from '../bridge/limits.ts';
import { createCallCache } from '../cache/call-cache.ts';
import { ADD, aCall, aTool, READ } from '../retry/fixtures/a-call.ts';
import { answerFromCache } from './answer-from-cache.ts';

const reads = aTool(READ);
const adds = aTool(ADD, 'add');

type Move =
  | { readonly kind: 'read'; readonly key: number }
  | { readonly kind: 'write' }
  /** The server does what it was sent, or its answer arrives; which of those under way is left to chance. */
  | { readonly kind: 'work' | 'answer' | 'lose' | 'park'; readonly which: number }
  /** The client comes back to a write that has questions; the server does one that nobody waits for; or time passes. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'work unasked' }
  | { readonly kind: 'pass' };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('read'), key: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('write') }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('answer', 'lose', 'park'), which: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('work'), which: fc.nat(9) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('resume', 'work unasked', 'pass') }) },
  ),
  { maxLength: 40, size: 'max' },
);

interface UnderWay {
  readonly isWrite: boolean;
  readonly reply: (reply: RpcReply) => void;
  /** What it saw, once the server has done it. */
  seen: number | undefined;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Plays with a server whose data is the number of writes it has done. */
async function play(all: readonly Move[]) {
  const clock = createFakeClock();
  const cache = createCallCache({ clock, maxBytes: 1e6, maxEntries: 100 });
  const step = answerFromCache({ cache, caches: { value: new Map([['s', { ttlMs: 1e9, tools: ['*'] }]]) }, clock });
  let version = 0;
  const underWay: UnderWay[] = [];
  const late: UnderWay[] = [];
  const parked: { readonly item: UnderWay; readonly state: string; readonly until: number }[] = [];
  let states = 0;
  const stale: string[] = [];
  const done: Promise<void>[] = [];
  let cached = 0;

  const work = (item: UnderWay): void => {
    if (item.seen !== undefined) return;
    if (item.isWrite) version += 1;
    item.seen = version;
  };
  const begin = (tool: typeof reads, key: number, requestState?: string): void => {
    const since = version;
    const goesOn = requestState === undefined ? {} : { params: { requestState }, set: { isContinued: true } };
    const call = aCall({ tool, arguments: { key }, ...goesOn });
    const outcome = step(call, () => {
      const { promise, resolve } = Promise.withResolvers<RpcReply>();
      underWay.push({ isWrite: tool === adds, reply: resolve, seen: undefined });
      return promise;
    });
    done.push(
      outcome.then((reply) => {
        if (reply.kind !== 'result' || tool === adds) return;
        if (call.cachedAgeMs !== undefined) cached += 1;
        if (Number(reply.result['seen']) < since) stale.push(`${JSON.stringify(reply)} < ${since}`);
      }),
    );
  };
  const answer = (item: UnderWay): void => {
    work(item);
    underWay.splice(underWay.indexOf(item), 1);
    item.reply(result({ seen: item.seen }));
  };
  /** Nobody waits for it any more, but the server may do it later all the same. */
  const lose = (item: UnderWay): void => {
    if (item.seen === undefined && item.isWrite) late.push(item);
    underWay.splice(underWay.indexOf(item), 1);
    item.reply(failed(errorOf('upstreamTimeout', '', { happened: 'maybe' })));
  };
  /** It waits for answers: it is not over, and the server may do it at any time until nobody can answer. */
  const park = (item: UnderWay): void => {
    if (!item.isWrite) return;
    underWay.splice(underWay.indexOf(item), 1);
    const state = `s${++states}`;
    parked.push({ item, state, until: clock.now() + ANSWER_MS });
    item.reply(result({ resultType: 'input_required', requestState: state }));
  };
  const unasked = (): readonly UnderWay[] =>
    [...late, ...parked.map(({ item }) => item)].filter(({ seen }) => seen === undefined);
  const pass = async (): Promise<void> => {
    for (const item of late.splice(0)) work(item);
    await clock.advance(ANSWER_MS / 4);
    while (parked[0] !== undefined && parked[0].until < clock.now()) parked.shift();
  };
  const make = async (move: Move): Promise<void> => {
    if (move.kind === 'read') begin(reads, move.key);
    else if (move.kind === 'write') begin(adds, 0);
    else if (move.kind === 'pass') await pass();
    else if (move.kind === 'work unasked') for (const item of unasked().slice(0, 1)) work(item);
    else if (move.kind === 'resume') for (const { state } of parked.splice(0, 1)) begin(adds, 0, state);
    else {
      const item = underWay[move.which % Math.max(1, underWay.length)];
      if (item !== undefined) ({ work, answer, lose, park })[move.kind](item);
    }
  };
  for (const move of all) {
    await make(move);
    await turn();
  }
  while (underWay.length > 0) {
    for (const item of [...underWay]) answer(item);
    await turn();
  }
  await Promise.all(done);
  return { stale, cached };
}

it('no read is ever answered with what was true only before it began', async () => {
  let cached = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (all) => {
      const outcome = await play(all);
      cached += outcome.cached;
      expect(outcome.stale).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  // It would hold of a cache that never answers, too.
  expect(cached).toBeGreaterThan(0);
});
