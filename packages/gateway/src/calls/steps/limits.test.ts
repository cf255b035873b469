import type { JsonObject } from '@toolmark/base';
import type { LimitRule } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { GOOD_STANDING, NEW_SESSION, type PolicyCall, type PolicyTool } from '../../model/policy-call.ts';
import { createCounts } from '../limits/counts.ts';
import { createLimits } from '../limits/limits.ts';
import { ADD, aTool, READ, SET } from '../retry/fixtures/a-call.ts';

const subject = (annotations: JsonObject, name = 'thing'): PolicyTool => {
  const { server, definition, resolution } = aTool(annotations, name);
  return { server, name: definition.name, resolution, standing: GOOD_STANDING };
};
const reads = subject(READ);
const adds = subject(ADD);
const sets = subject(SET);

const SESSION_IDLE_MS = 60_000;

function setUp(...first: readonly LimitRule[]) {
  const clock = createFakeClock(0);
  const limits = createLimits({ rules: first, clock, sessionIdleMs: SESSION_IDLE_MS });
  const take = (tool = reads, session = 'a', principal = 'p', args?: JsonObject) => {
    const caller = { principal, client: 'c', mode: 'direct' } as const;
    const call: PolicyCall = { tool, arguments: args, caller, session: NEW_SESSION };
    return limits.take(call, { session, principal });
  };
  return {
    clock,
    limits,
    take,
    set: (...next: readonly LimitRule[]) => limits.apply(next),
  };
}

const rule = (change: Partial<LimitRule> = {}): LimitRule => ({
  name: 'few',
  per: 'session',
  calls: 2,
  windowMs: 10_000,
  ...change,
});

describe('limits', () => {
  it('are none where none are set', () => {
    const { limits, take } = setUp();
    expect(limits.isEmpty).toBe(true);
    expect(take()).toBe(undefined);
  });

  it('look at nothing of a call whose tool none of them is about', () => {
    const clock = { now: () => expect.unreachable('nothing is counted') };
    const rules = [rule({ class: ['destructive'] }), rule({ tool: ['other'], arguments: { '$.a': { equals: 1 } } })];
    const limits = createLimits({ rules, clock, sessionIdleMs: SESSION_IDLE_MS });
    const caller = { principal: 'p', client: 'c', mode: 'direct' } as const;
    const call = {
      tool: reads,
      caller,
      session: NEW_SESSION,
      get arguments() {
        return expect.unreachable('nothing is read');
      },
    };
    expect(limits.take(call, { session: 'a', principal: 'p' })).toBe(undefined);
  });

  it('deny the call beyond, by name, and say how many, in how long, and when the next one passes', async () => {
    const { clock, take } = setUp(rule());
    expect(take()).toBe(undefined);
    await clock.advance(4_000);
    expect(take()).toBe(undefined);
    await clock.advance(1_000);
    expect(take()).toEqual({
      kind: 'deny',
      rule: 'limit: few',
      reason: 'The limit is 2 calls in 10 s in each session, and it is reached. The next call is allowed in 5 s.',
    });
    await clock.advance(4_999);
    expect(take()?.kind).toBe('deny');
    await clock.advance(1);
    expect(take()).toBe(undefined);
    expect(take()?.kind).toBe('deny');
  });

  it.each<[LimitRule['per'], readonly (readonly [session: string, principal: string, isDenied: boolean])[]]>([
    [
      'session',
      [
        ['a', 'p', true],
        ['b', 'p', false],
        ['b', 'p', true],
      ],
    ],
    [
      'token',
      [
        ['b', 'p', true],
        ['a', 'q', false],
        ['b', 'q', true],
      ],
    ],
    [
      'gateway',
      [
        ['a', 'p', true],
        ['b', 'q', true],
      ],
    ],
  ])('count per %s', (per, calls) => {
    const { take } = setUp(rule({ per, calls: 1 }));
    expect(take(reads, 'a', 'p')).toBe(undefined);
    for (const [session, principal, isDenied] of calls) {
      expect(take(reads, session, principal) !== undefined).toBe(isDenied);
    }
  });

  it('are about the calls that they match, by tool and by argument', () => {
    const { take } = setUp(
      rule({ name: 'writes', calls: 1, class: ['additive', 'destructive'] }),
      rule({ name: 'deletions', calls: 1, arguments: { '$.action': { equals: 'delete' } } }),
    );
    expect([take(reads), take(reads), take(adds)]).toEqual([undefined, undefined, undefined]);
    expect(take(sets)?.rule).toBe('limit: writes');
    expect(take(reads, 'a', 'p', { action: 'delete' })).toBe(undefined);
    expect(take(reads, 'a', 'p', { action: 'list' })).toBe(undefined);
    expect(take(reads, 'a', 'p', { action: 'delete' })?.rule).toBe('limit: deletions');
  });

  it('do not count a call that another limit denies', () => {
    const { take } = setUp(rule({ name: 'all', calls: 3 }), rule({ name: 'writes', calls: 1, class: ['additive'] }));
    expect(take(adds)).toBe(undefined);
    for (let time = 0; time < 5; time++) expect(take(adds)?.rule).toBe('limit: writes');
    expect([take(), take()]).toEqual([undefined, undefined]);
    expect(take()?.rule).toBe('limit: all');
  });

  it('of several that are used up, tell of the one that is so for longest', () => {
    const { take } = setUp(
      rule({ name: 'short', calls: 1, windowMs: 1_000 }),
      rule({ name: 'ever', calls: 1, windowMs: undefined }),
      rule({ name: 'long', calls: 1, windowMs: 9_000 }),
    );
    take();
    expect(take()?.rule).toBe('limit: ever');
  });

  it.each<[LimitRule['per'], string]>([
    ['session', 'The limit is 1 call in each session, and it is reached. The next call is allowed in another session.'],
    [
      'token',
      'The limit is 1 call for each token, and it is reached. The next call is allowed after the gateway restarts, or a person raises the limit.',
    ],
    [
      'gateway',
      'The limit is 1 call for all clients together, and it is reached. The next call is allowed after the gateway restarts, or a person raises the limit.',
    ],
  ])('without a window are a budget per %s', async (per, reason) => {
    const { clock, take } = setUp(rule({ per, calls: 1, windowMs: undefined }));
    take();
    await clock.advance(SESSION_IDLE_MS - 1);
    expect(take()?.reason).toBe(reason);
  });

  it('end with an idle session, and not while it is tried again and again', async () => {
    const { clock, take } = setUp(rule({ calls: 1, windowMs: undefined }));
    take();
    for (let time = 0; time < 3; time++) {
      await clock.advance(SESSION_IDLE_MS - 1);
      expect(take()?.kind).toBe('deny');
    }
    await clock.advance(SESSION_IDLE_MS);
    expect(take()).toBe(undefined);
  });

  it('keep their counts in a new config where only the number is another, and begin anew otherwise', () => {
    const { take, set } = setUp(rule({ calls: 2 }), rule({ name: 'other', calls: 2 }));
    take();
    set(rule({ name: 'other', calls: 1 }), rule({ calls: 2, class: ['read'] }));
    expect(take()?.rule).toBe('limit: other');
    set(rule({ calls: 2, class: ['read'] }), rule({ name: 'other', calls: 3 }));
    expect([take(), take()]).toEqual([undefined, undefined]);
    expect(take()?.kind).toBe('deny');
  });
});

describe('counts', () => {
  it('forget who is gone, and of too many who was idle for longest', () => {
    const counts = createCounts(1_000, 1_000);
    const first = counts.of('first', 0);
    for (let key = 0; key < 9_999; key++) counts.of(`${key}`, 1);
    expect(counts.of('first', 2)).toBe(first);
    counts.of('one too many', 3);
    expect(counts.size()).toBe(10_000);
    expect(counts.of('first', 4)).toBe(first);
    counts.of('much later', 2_000);
    expect(counts.size()).toBe(1);
  });
});
