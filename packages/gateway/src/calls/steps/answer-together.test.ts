import { ERRORS, errorOf, failed, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import { createCallCache } from '../cache/call-cache.ts';
import { FOLLOW_MS } from '../cache/limits.ts';
import { ADD, aCall, aTool, type CallOptions, READ } from '../retry/fixtures/a-call.ts';
import { answerFromCache } from './answer-from-cache.ts';

const reads = aTool(READ);
const done = result({ content: [] });
const small = { maxBytes: 1_000, maxEntries: 10 };

function setUp() {
  const clock = createFakeClock(0);
  const cache = createCallCache({ clock, ...small });
  const step = answerFromCache({ cache, caches: { value: new Map([['s', { ttlMs: 60_000, tools: ['*'] }]]) }, clock });
  const sent: { readonly reply: (reply: RpcReply) => void; readonly fail: () => void }[] = [];
  const make = (options: CallOptions = {}) => {
    const call = aCall({ tool: reads, ...options });
    const outcome = step(call, () => {
      call.attempts += 1;
      const { promise, resolve, reject } = Promise.withResolvers<RpcReply>();
      sent.push({ reply: resolve, fail: () => reject(new Error('bug')) });
      return promise;
    });
    return { call, outcome };
  };
  return { clock, cache, make, sent };
}

describe('identical calls at the same time', () => {
  it('are sent once, and all get the one result', async () => {
    const { clock, make, sent } = setUp();
    const calls = Array.from({ length: 100 }, () => make());
    await settle();
    expect(sent.length).toBe(1);
    sent[0]?.reply(done);
    expect(await Promise.all(calls.map(({ outcome }) => outcome))).toEqual(calls.map(() => done));
    expect(calls.map(({ call }) => call.cachedAgeMs !== undefined)).toEqual([
      false,
      ...Array.from({ length: 99 }, () => true),
    ]);
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, RpcReply | undefined]>([
    ['failed', failed({ code: 1, message: 'no' })],
    ['failed as a tool fails', result({ isError: true })],
    ['was cancelled', failed(errorOf('cancelled', ''))],
    ['met a bug', undefined],
  ])('follow the next one where the first one %s', async (_what, reply) => {
    const { clock, make, sent } = setUp();
    const first = make();
    const others = Array.from({ length: 50 }, () => make());
    await settle();
    if (reply === undefined) sent[0]?.fail();
    else sent[0]?.reply(reply);
    await first.outcome.catch(() => {});
    await settle();
    expect(sent.length).toBe(2);
    sent[1]?.reply(done);
    expect(await Promise.all(others.map(({ outcome }) => outcome))).toEqual(others.map(() => done));
    expect(others.map(({ call }) => call.cachedAgeMs !== undefined)).toEqual(others.map((_, index) => index > 0));
    expect([sent.length, clock.pending()]).toEqual([2, 0]);
  });

  it.each<[string, RpcReply]>([
    ['has questions', result({ resultType: 'input_required' })],
    ['got more than can be kept', result({ text: 'x'.repeat(2 * 1024 * 1024) })],
    ['got what is good for no time', result({ content: [], ttlMs: 0 })],
  ])('go their own ways where the first one %s: the next one would get no more', async (_what, reply) => {
    const { make, sent } = setUp();
    const first = make();
    const others = [make(), make()];
    await settle();
    sent[0]?.reply(reply);
    await first.outcome;
    await settle();
    expect(sent.length).toBe(3);
    for (const { reply: answer } of sent.slice(1)) answer(done);
    expect(await Promise.all(others.map(({ outcome }) => outcome))).toEqual([done, done]);
    expect(others.map(({ call }) => [call.cachedAgeMs !== undefined, call.attempts])).toEqual([
      [false, 1],
      [false, 1],
    ]);
  });

  it('fail one after the other where all fail, and follow no longer than one may', async () => {
    const { clock, make, sent } = setUp();
    const calls = [make(), make(), make(), make()];
    for (const at of [0, 1]) {
      await clock.advance(FOLLOW_MS / 2 - 1);
      expect(sent.length).toBe(at + 1);
      sent[at]?.reply(failed({ code: 1, message: 'no' }));
      await settle();
    }
    expect(sent.length).toBe(3);
    await clock.advance(2);
    expect(sent.length).toBe(4);
    for (const { reply } of sent) reply(done);
    await Promise.all(calls.map(({ outcome }) => outcome));
    expect(clock.pending()).toBe(0);
  });

  it('end alone when one of them is cancelled', async () => {
    const { clock, make, sent } = setUp();
    const first = make();
    const caller = legacyCaller();
    const second = make({ caller });
    const third = make();
    await settle();
    caller.cancel();
    expect(await second.outcome).toMatchObject({ error: { code: ERRORS.cancelled.code } });
    sent[0]?.reply(done);
    expect(await Promise.all([first.outcome, third.outcome])).toEqual([done, done]);
    expect([sent.length, clock.pending()]).toEqual([1, 0]);
  });

  it('do not hang with the first one', async () => {
    const { clock, make, sent } = setUp();
    make();
    const second = make();
    await clock.advance(FOLLOW_MS - 1);
    expect(sent.length).toBe(1);
    await clock.advance(1);
    expect(sent.length).toBe(2);
    sent[1]?.reply(done);
    expect(await second.outcome).toBe(done);
  });

  it('do not share what was read before something changed', async () => {
    const { make, sent } = setUp();
    const first = make();
    const second = make();
    make({ tool: aTool(ADD, 'add') });
    const third = make();
    await settle();
    expect(sent.length).toBe(3);
    sent[0]?.reply(result({ n: 'old' }));
    await first.outcome;
    await settle();
    expect(sent.length).toBe(4);
    sent[2]?.reply(done);
    sent[3]?.reply(done);
    expect(await Promise.all([second.outcome, third.outcome])).toEqual([done, done]);
  });

  it('are not identical for other principals or arguments', async () => {
    const { make, sent } = setUp();
    make();
    make({ caller: legacyCaller({ principal: 'other' }) });
    make({ arguments: {} });
    await settle();
    expect(sent.length).toBe(3);
  });
});
