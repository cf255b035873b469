import { describe, expect, it } from 'vitest';
import { callsRoute } from '../../calls/call-filter.ts';
import { aBucket, someStats } from './fixtures/stats.ts';
import { askedWords, keyNumbersOf } from './key-numbers.ts';

describe('keyNumbersOf', () => {
  it('counts the same calls as the linked pages', () => {
    const stats = someStats({
      calls: 1_234,
      errors: 2,
      input_tokens: 400,
      output_tokens: 12_000,
      total_tokens: 12_400,
      by_class: { read: 1_000, additive: 220, destructive: 7 },
      timeline: [aBucket({ calls: 3, total_tokens: 9, by_class: { read: 1, additive: 0, destructive: 2 } })],
    });
    const { from } = stats;
    expect(keyNumbersOf(stats, { asked: 3, approved: 2, waiting: 0 })).toEqual([
      { label: 'Calls', value: '1.2k', exact: '1,234 calls', tells: '2 failed', to: callsRoute({ from }), course: [3] },
      {
        label: 'Destructive',
        value: '7',
        exact: '7 destructive calls',
        tells: 'of 1,234 calls',
        to: callsRoute({ class: ['destructive'], from }),
        course: [2],
      },
      {
        label: 'Asked → approved',
        value: '3 → 2',
        exact: '3 approval requests, 2 approved',
        tells: '1 not approved',
        to: { name: 'approvals' },
      },
      {
        label: 'Tokens',
        value: '12.4k',
        exact: '12,400 tokens',
        tells: '400 in, 12k out',
        to: { name: 'sessions', query: { from: '24h' } },
        course: [9],
      },
    ]);
  });

  it.each([
    [undefined, '–', ''],
    [{ asked: 0, approved: 0, waiting: 0 }, '0 → 0', 'none asked'],
    [{ asked: 2, approved: 2, waiting: 0 }, '2 → 2', 'all approved'],
    [{ asked: 4, approved: 1, waiting: 2 }, '4 → 1', '2 waiting'],
  ])('describes approvals %j as %s, %s', (questions, value, tells) => {
    expect(keyNumbersOf(someStats(), questions)[2]).toMatchObject({ value, tells });
  });

  it('describes a day without calls', () => {
    expect(keyNumbersOf(someStats(), undefined).map(({ value, tells }) => [value, tells])).toEqual([
      ['0', 'none failed'],
      ['0', 'of no calls'],
      ['–', ''],
      ['0', '0 in, 0 out'],
    ]);
  });
});

describe('askedWords', () => {
  it.each([
    [6_430, 9, '6,421 calls you were not asked about, 9 you were'],
    [1, 0, '1 call you were not asked about, none you were'],
    // A call that asks is counted once it ends.
    [0, 1, '0 calls you were not asked about, 1 you were'],
  ])('of %i calls, %i asked', (calls, asked, words) =>
    expect(askedWords({ calls }, { asked, approved: 0, waiting: 0 })).toBe(words),
  );
});
