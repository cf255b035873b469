import { describe, expect, it } from 'vitest';
import { EMPTY_OFFER } from '../../../upstream/src/server.ts';
import { cachingValues, combineCaching } from './freshness.ts';
import { DEFAULT_LIST_TTL_MS, MAX_LIST_TTL_MS } from './limits.ts';

const cachingOfServer = (ttlMs?: number, cacheScope?: 'public' | 'private') => ({ ttlMs, cacheScope });

describe('combineCaching', () => {
  it.each([
    ['no server', [], DEFAULT_LIST_TTL_MS, 'private'],
    ['one server', [cachingOfServer(60_000, 'public')], 60_000, 'public'],
    ['the shortest', [cachingOfServer(60_000, 'public'), cachingOfServer(1_000, 'public')], 1_000, 'public'],
    ['one private server', [cachingOfServer(60_000, 'public'), cachingOfServer(60_000, 'private')], 60_000, 'private'],
    ['one without a value', [cachingOfServer(60_000, 'public'), cachingOfServer()], DEFAULT_LIST_TTL_MS, 'private'],
    ['one without a value and a short one', [cachingOfServer(10, 'public'), cachingOfServer()], 10, 'private'],
    ['zero', [cachingOfServer(0, 'public')], 0, 'public'],
    ['a negative value', [cachingOfServer(-5, 'public')], 0, 'public'],
    ['NaN', [cachingOfServer(Number.NaN, 'public')], DEFAULT_LIST_TTL_MS, 'public'],
    ['infinity', [cachingOfServer(Number.POSITIVE_INFINITY, 'public')], MAX_LIST_TTL_MS, 'public'],
    ['a fraction', [cachingOfServer(1.5, 'public')], 1, 'public'],
  ] as const)('%s', (_case, offers, ttlMs, cacheScope) =>
    expect(combineCaching(offers)).toEqual({ ttlMs, cacheScope }),
  );
});

describe('cachingValues', () => {
  const caching = {
    ...EMPTY_OFFER.caching,
    tools: cachingOfServer(9, 'public'),
    resourceTemplates: cachingOfServer(7),
  };

  it.each([
    ['tools', [cachingOfServer(9, 'public'), cachingOfServer()]],
    ['prompts', [cachingOfServer(), cachingOfServer()]],
    ['resourceTemplates', [cachingOfServer()]],
  ] as const)('of %s is that of servers which have some, or may', (list, expected) => {
    const connected = { ...EMPTY_OFFER, caching, capabilities: { tools: {}, prompts: {} } };
    expect(cachingValues([connected, EMPTY_OFFER], list)).toEqual(expected);
  });
});
