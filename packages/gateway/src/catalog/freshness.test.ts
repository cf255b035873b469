import { describe, expect, it } from 'vitest';
import { EMPTY_OFFER } from '../../../upstream/src/server.ts';
import { cachingOf, freshnessOf } from './freshness.ts';
import { DEFAULT_LIST_TTL_MS, MAX_LIST_TTL_MS } from './limits.ts';

const says = (ttlMs?: number, cacheScope?: 'public' | 'private') => ({ ttlMs, cacheScope });

describe('freshnessOf', () => {
  it.each([
    ['nobody', [], DEFAULT_LIST_TTL_MS, 'private'],
    ['one server', [says(60_000, 'public')], 60_000, 'public'],
    ['the most hurried', [says(60_000, 'public'), says(1_000, 'public')], 1_000, 'public'],
    ['one that wants it private', [says(60_000, 'public'), says(60_000, 'private')], 60_000, 'private'],
    ['one that does not say', [says(60_000, 'public'), says()], DEFAULT_LIST_TTL_MS, 'private'],
    ['one that does not say beside a hurried one', [says(10, 'public'), says()], 10, 'private'],
    ['never', [says(0, 'public')], 0, 'public'],
    ['less than never', [says(-5, 'public')], 0, 'public'],
    ['no number', [says(Number.NaN, 'public')], DEFAULT_LIST_TTL_MS, 'public'],
    ['for ever', [says(Number.POSITIVE_INFINITY, 'public')], MAX_LIST_TTL_MS, 'public'],
    ['a fraction', [says(1.5, 'public')], 1, 'public'],
  ] as const)('%s', (_case, offers, ttlMs, cacheScope) => expect(freshnessOf(offers)).toEqual({ ttlMs, cacheScope }));
});

describe('cachingOf', () => {
  const caching = { ...EMPTY_OFFER.caching, tools: says(9, 'public'), resourceTemplates: says(7) };

  it.each([
    ['tools', [says(9, 'public'), says()]],
    ['prompts', [says(), says()]],
    ['resourceTemplates', [says()]],
  ] as const)('of %s is that of servers which have some, or may', (list, expected) => {
    const connected = { ...EMPTY_OFFER, caching, capabilities: { tools: {}, prompts: {} } };
    expect(cachingOf([connected, EMPTY_OFFER], list)).toEqual(expected);
  });
});
