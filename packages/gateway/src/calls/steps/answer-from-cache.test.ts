import { errorOf, failed, type RpcReply, result } from '@toolmark/base';
import type { CacheConfig } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import { ABANDONED_MS, ANSWER_MS } from '../bridge/limits.ts';
import { createCallCache } from '../cache/call-cache.ts';
import { ADD, aCall, aTool, type CallOptions, READ } from '../retry/fixtures/a-call.ts';
import { answerFromCache } from './answer-from-cache.ts';

const ALL: CacheConfig = { ttlMs: 60_000, tools: ['*'] };
const reads = aTool(READ);
const adds = aTool(ADD, 'add');
const done = result({ content: [], n: 1 });

/** The step, before a server that answers when the test says so. */
function setUp(config: CacheConfig | 'none' = ALL, room = { maxBytes: 1_000_000, maxEntries: 100 }) {
  const clock = createFakeClock(0);
  const cache = createCallCache({ clock, ...room });
  const step = answerFromCache({
    cache,
    caches: { value: new Map(config === 'none' ? [] : ['s', 'other'].map((server) => [server, config])) },
    clock,
  });
  const sent: { readonly call: Call; readonly reply: (reply: RpcReply) => void; readonly fail: () => void }[] = [];
  const make = (options: CallOptions = {}) => {
    const call = aCall({ tool: reads, ...options });
    const outcome = step(call, () => {
      const { promise, resolve, reject } = Promise.withResolvers<RpcReply>();
      sent.push({ call, reply: resolve, fail: () => reject(new Error('bug')) });
      return promise;
    });
    return { call, outcome };
  };
  /** A call that is answered at once where it gets to the server. */
  const through = async (options: CallOptions = {}, reply: RpcReply = done) => {
    const before = sent.length;
    const { call, outcome } = make(options);
    await settle();
    if (sent.length > before) sent.at(-1)?.reply(reply);
    return { call, reply: await outcome, wasSent: sent.length > before };
  };
  return {
    clock,
    cache,
    make,
    through,
    sent,
    isKept: async (options?: CallOptions) => !(await through(options)).wasSent,
  };
}

describe('an answer from the cache', () => {
  it('is what the same call got before, says so, and is the same however often', async () => {
    const { clock, through } = setUp();
    const first = await through({ arguments: { a: 1, b: 2 } });
    expect(first).toMatchObject({ wasSent: true, call: { cachedAgeMs: undefined } });
    await clock.advance(1_200);
    const second = await through({ arguments: { b: 2, a: 1 } });
    expect(second).toEqual({ call: expect.objectContaining({ cachedAgeMs: 1_200 }), reply: done, wasSent: false });
  });

  it('is given until it is too old', async () => {
    const { clock, through, isKept } = setUp();
    await through();
    await clock.advance(59_999);
    expect(await isKept()).toBe(true);
    await clock.advance(1);
    expect(await isKept()).toBe(false);
  });

  it.each<[string, CallOptions]>([
    ['for another principal', { caller: legacyCaller({ principal: 'other' }) }],
    ['for other arguments', { arguments: { x: 1 } }],
    ['of another tool', { tool: aTool(READ, 'other') }],
    ['of another server', { tool: aTool(READ, 'thing', 'other') }],
  ])('is not given %s', async (_what, options) => {
    const { through, isKept } = setUp();
    await through();
    expect(await isKept(options)).toBe(false);
  });

  it.each<[string, CallOptions, CacheConfig | 'none']>([
    ['of a tool that adds', { tool: adds }, ALL],
    ['of a tool that says nothing about itself', { tool: aTool() }, ALL],
    ['of a tool that says it reads and is called otherwise', { tool: aTool(READ, 'delete_note') }, ALL],
    ['where the config says nothing', {}, 'none'],
    ['where the config names other tools', {}, { ttlMs: 60_000, tools: ['list_*', 'thin'] }],
    ['of a call that was asked for', { set: { decision: { kind: 'ask', rule: '', reason: '' } } }, ALL],
    ['of a call that was approved', { set: { approval: 'a' } }, ALL],
    ['of a call that nobody decided about', { set: { decision: undefined } }, ALL],
    ['of a call that goes on', { set: { isContinued: true } }, ALL],
    ['of a call with a state', { params: { requestState: 'x' } }, ALL],
    ['of a call with answers', { params: { inputResponses: {} } }, ALL],
    ['of a call that is to be a task', { params: { task: { ttl: 1 } } }, ALL],
  ])('is neither kept nor given %s', async (_what, options, config) => {
    const { cache, through, isKept } = setUp(config);
    await through(options);
    expect(cache.size().entries).toBe(0);
    expect(await isKept(options)).toBe(false);
  });

  it('is not given to such a call either where a plain one was kept', async () => {
    const { through, isKept } = setUp();
    await through();
    expect(await isKept({ set: { decision: { kind: 'ask', rule: '', reason: '' } } })).toBe(false);
    expect(await isKept()).toBe(true);
  });

  it.each<[string, RpcReply]>([
    ['a failure of the tool', result({ isError: true, content: [] })],
    ['an error', failed({ code: 1, message: '' })],
    ['questions', result({ resultType: 'input_required', inputRequests: {} })],
  ])('is never %s', async (_what, reply) => {
    const { through, isKept } = setUp();
    await through({}, reply);
    expect(await isKept()).toBe(false);
  });

  it('is bounded by bytes', async () => {
    const { cache, through } = setUp(ALL, { maxBytes: 100, maxEntries: 100 });
    for (let x = 0; x < 50; x++) await through({ arguments: { x } });
    expect(cache.size()).toEqual({ entries: 5, bytes: 100 });
  });
});

describe('a call that may change something', () => {
  it('ends what is kept of its server, and of no other', async () => {
    const { through, isKept } = setUp();
    const other = { tool: aTool(READ, 'thing', 'other') };
    await through();
    await through(other);
    await through({ tool: adds });
    expect([await isKept(other), await isKept()]).toEqual([true, false]);
  });

  it('does so when it leaves: nothing is answered from before while it is under way, nor kept', async () => {
    const { make, sent, through, isKept } = setUp();
    await through();
    make({ tool: adds });
    expect([await isKept(), await isKept()]).toEqual([false, false]);
    sent.find(({ call }) => call.tool === adds)?.reply(done);
    await settle();
    expect([await isKept(), await isKept()]).toEqual([false, true]);
  });

  it('ends also what began before it ended and comes after', async () => {
    const { make, sent, isKept } = setUp();
    const { outcome } = make();
    make({ tool: adds });
    const [read, write] = sent;
    write?.reply(done);
    await settle();
    read?.reply(done);
    await outcome;
    expect(await isKept()).toBe(false);
  });

  it.each<[string, RpcReply | undefined]>([
    ['got no answer', failed(errorOf('upstreamTimeout', '', { happened: 'maybe' }))],
    ['met a bug', undefined],
  ])('and %s counts as under way for a while', async (_what, reply) => {
    const { clock, make, sent, isKept } = setUp();
    const { outcome } = make({ tool: adds });
    if (reply === undefined) sent[0]?.fail();
    else sent[0]?.reply(reply);
    await outcome.catch(() => {});
    expect([await isKept(), await isKept()]).toEqual([false, false]);
    await clock.advance(ABANDONED_MS);
    expect([await isKept(), await isKept()]).toEqual([false, true]);
  });

  describe('and waits for answers', () => {
    const asks = (requestState?: string) => result({ resultType: 'input_required', requestState });
    const goesOn = (requestState: string, options: CallOptions = {}): CallOptions => ({
      tool: adds,
      params: { requestState, inputResponses: {} },
      set: { isContinued: true },
      ...options,
    });

    it.each(['s1', undefined])('counts as under way until nobody can answer any more (state %s)', async (state) => {
      const { clock, through, isKept } = setUp();
      await through({ tool: adds }, asks(state));
      await clock.advance(ANSWER_MS);
      expect([await isKept(), await isKept()]).toEqual([false, false]);
      // The server is told then, and may be at it for a while.
      await clock.advance(ABANDONED_MS - 1);
      expect([await isKept(), await isKept()]).toEqual([false, false]);
      await clock.advance(1);
      expect([await isKept(), await isKept()]).toEqual([false, true]);
    });

    it('is over when what goes on with it is, through however many questions', async () => {
      const { through, isKept } = setUp();
      await through({ tool: adds }, asks('s1'));
      await through(goesOn('s1'), asks('s2'));
      expect([await isKept(), await isKept()]).toEqual([false, false]);
      await through(goesOn('s2'));
      expect([await isKept(), await isKept()]).toEqual([false, true]);
    });

    it.each<[string, CallOptions, RpcReply]>([
      ['was not known to go on with it', goesOn('s1', { set: { isContinued: false } }), done],
      ['goes on with something else', goesOn('s2'), done],
      ['goes on with that of somebody else', goesOn('s1', { caller: legacyCaller({ principal: 'other' }) }), done],
      ['goes on with other arguments', goesOn('s1', { arguments: { x: 1 } }), done],
      ['goes on with it and fails', goesOn('s1'), failed(errorOf('invalidParams', ''))],
    ])('is not over when a call ends that %s', async (_what, options, reply) => {
      const { clock, through, isKept } = setUp();
      await through({ tool: adds }, asks('s1'));
      await through(options, reply);
      await clock.advance(ANSWER_MS);
      expect([await isKept(), await isKept()]).toEqual([false, false]);
    });

    it('is told from another one that waits with the same state', async () => {
      const { through, isKept } = setUp();
      await through({ tool: adds }, asks('same'));
      await through({ tool: adds }, asks('same'));
      await through(goesOn('same'));
      expect([await isKept(), await isKept()]).toEqual([false, false]);
      await through(goesOn('same'));
      expect([await isKept(), await isKept()]).toEqual([false, true]);
    });
  });

  it('and certainly was not carried out is over', async () => {
    const { through, isKept } = setUp();
    await through({ tool: adds }, failed(errorOf('upstreamUnavailable', '', { happened: 'no' })));
    expect([await isKept(), await isKept()]).toEqual([false, true]);
  });

  it('ends it whatever the config says about its own tool', async () => {
    const { through, isKept } = setUp({ ttlMs: 60_000, tools: ['thing'] });
    await through();
    await through({ tool: aTool(undefined, 'unknown') });
    expect(await isKept()).toBe(false);
  });
});

describe('a list or a connection that changes', () => {
  it('ends what is kept, and what is on its way', async () => {
    const { cache, make, sent, through, isKept } = setUp();
    await through();
    cache.drop('s');
    expect(await isKept()).toBe(false);
    const { outcome } = make({ arguments: { x: 1 } });
    cache.clear();
    sent.at(-1)?.reply(done);
    await outcome;
    expect([await isKept({ arguments: { x: 1 } }), cache.size().entries]).toEqual([false, 1]);
  });
});
