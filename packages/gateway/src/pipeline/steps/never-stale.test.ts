import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCallCache } from '../../cache/call-cache.ts';
import { errorOf } from '../../errors.ts';
import { ADD, aCall, aTool, READ } from '../../retry/fixtures/a-call.ts';
import { failed, type RpcReply, result } from '../../rpc.ts';
import { createFakeClock } from '../../upstream/fixtures/fake-clock.ts';
import { answerFromCache } from './answer-from-cache.ts';

const reads = aTool(READ);
const adds = aTool(ADD, 'add');

type Move =
  | { readonly kind: 'read'; readonly key: number }
  | { readonly kind: 'write' }
  /** The server does what it was sent, or its answer arrives; which of those under way is left to chance. */
  | { readonly kind: 'work' | 'answer' | 'lose'; readonly which: number };

const moves = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('read' as const), key: fc.nat(1) }),
    fc.record({ kind: fc.constant('read' as const), key: fc.nat(1) }),
    fc.record({ kind: fc.constant('write' as const) }),
    fc.record({ kind: fc.constantFrom('work' as const, 'answer' as const, 'lose' as const), which: fc.nat(9) }),
  ),
  { maxLength: 40 },
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
  const step = answerFromCache({ cache, cacheOf: () => ({ ttlMs: 1e9, tools: ['*'] }), clock });
  let version = 0;
  const underWay: UnderWay[] = [];
  const stale: string[] = [];
  const done: Promise<void>[] = [];
  let cached = 0;

  const work = (item: UnderWay): void => {
    if (item.seen !== undefined) return;
    if (item.isWrite) version += 1;
    item.seen = version;
  };
  const begin = (tool: typeof reads, key: number): void => {
    const since = version;
    const call = aCall({ tool, arguments: { key } });
    const outcome = step(call, () => {
      const { promise, resolve } = Promise.withResolvers<RpcReply>();
      underWay.push({ isWrite: tool === adds, reply: resolve, seen: undefined });
      return promise;
    });
    done.push(
      outcome.then((reply) => {
        if (reply.kind !== 'result' || tool === adds) return;
        if (call.isCached) cached += 1;
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
  const make = (move: Move): void => {
    if (move.kind === 'read') begin(reads, move.key);
    else if (move.kind === 'write') begin(adds, 0);
    else {
      const item = underWay[move.which % Math.max(1, underWay.length)];
      if (item !== undefined) ({ work, answer, lose })[move.kind](item);
    }
  };
  const late: UnderWay[] = [];
  for (const move of all) {
    make(move);
    await turn();
    const [first] = late.splice(0, 1);
    if (first !== undefined && all.length % 2 === 0) work(first);
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
    { numRuns: 300 },
  );
  // It would hold of a cache that never answers, too.
  expect(cached).toBeGreaterThan(0);
});
