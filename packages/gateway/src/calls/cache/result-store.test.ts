import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResultStore, type StoredResult } from './result-store.ts';

const entry = (change: Partial<StoredResult> = {}): StoredResult => ({
  server: 's',
  result: {},
  bytes: 10,
  keptAt: 0,
  until: 100,
  ...change,
});

describe('a results', () => {
  it('has what was put there until it is too old', () => {
    const results = createResultStore({ maxBytes: 100, maxEntries: 10 });
    const put = entry();
    results.put('a', put);
    expect(results.get('a', 99)).toBe(put);
    expect(results.get('a', 100)).toBe(undefined);
    expect([results.entries(), results.bytes()]).toEqual([0, 0]);
  });

  it.each([
    ['entries', { maxBytes: 1_000, maxEntries: 2 }],
    ['bytes', { maxBytes: 29, maxEntries: 100 }],
  ])('drops what was not used for longest when there are too many %s', (_what, room) => {
    const results = createResultStore(room);
    results.put('a', entry());
    results.put('b', entry());
    results.get('a', 0);
    results.put('c', entry());
    expect(['a', 'b', 'c'].map((key) => results.get(key, 0) !== undefined)).toEqual([true, false, true]);
  });

  it('never holds more than it has room for, nor miscounts', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const servers = fc.constantFrom('s', 't');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), key: keys, server: servers, bytes: fc.nat(60) }),
      fc.record({ kind: fc.constant('get' as const), key: keys, now: fc.nat(200) }),
      fc.record({ kind: fc.constant('drop' as const), server: servers }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const results = createResultStore({ maxBytes: 100, maxEntries: 3 });
        for (const each of steps) {
          if (each.kind === 'put') results.put(each.key, entry({ server: each.server, bytes: each.bytes }));
          else if (each.kind === 'get') results.get(each.key, each.now);
          else results.drop(each.server);
          expect(results.entries()).toBeLessThanOrEqual(3);
          expect(results.bytes()).toBeLessThanOrEqual(100);
          const found = ['a', 'b', 'c', 'd', 'e'].flatMap((key) => results.get(key, 0) ?? []);
          expect(found.length).toBe(results.entries());
          expect(found.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(results.bytes());
          if (each.kind === 'drop') expect(found.every(({ server }) => server !== each.server)).toBe(true);
        }
      }),
    );
  });
});
