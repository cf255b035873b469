import { parseJson } from '@toolmark/base';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from './json-equal.ts';

describe('isSameJson', () => {
  it.each<[string, string, boolean]>([
    ['1', '1.0', true],
    ['0', '-0', true],
    ['100', '1e2', true],
    ['1', '"1"', false],
    ['1', 'true', false],
    ['null', 'null', true],
    ['null', '0', false],
    ['""', 'null', false],
    ['[1,[2]]', '[1,[2]]', true],
    ['[1,2]', '[2,1]', false],
    ['[1]', '[1,2]', false],
    ['[]', '{}', false],
    ['{}', '[]', false],
    ['{"a":1,"b":{"c":[]}}', '{"b":{"c":[]},"a":1}', true],
    ['{"a":1}', '{"a":1,"b":2}', false],
    ['{"a":1,"b":2}', '{"a":1}', false],
    ['{"a":1}', '{"toString":1}', false],
    ['{"a":null}', '{"b":null}', false],
    ['{"__proto__":1}', '{"__proto__":1}', true],
    ['{"a":1}', '{"__proto__":{"a":1}}', false],
    ['{"a":1}', '{"__proto__":{}}', false],
  ])('P23: %s and %s: %s', (given, wanted, isSame) => {
    for (const polarity of ['lenient', 'strict'] as const) {
      expect(isSameJson(parseJson(given), parseJson(wanted), polarity)).toBe(isSame);
    }
  });

  const large = parseJson('12345678901234567890');
  const nearest = Number('12345678901234567890');

  it.each<[string, unknown, unknown, boolean, boolean]>([
    ['the same digits', large, parseJson('12345678901234567890'), true, true],
    ['other digits', large, parseJson('12345678901234567891'), false, true],
    ['its nearest double', large, nearest, false, true],
    ['another number', large, 1, false, false],
    ['its text', large, '12345678901234567890', false, false],
    ['what it looks like to JavaScript', large, { rawJSON: '12345678901234567890' }, false, false],
    ['deep inside', { a: [large] }, { a: [nearest] }, false, true],
  ])('P23: a number that no double holds and %s', (_case, given, wanted, lenient, strict) => {
    expect(isSameJson(given, wanted, 'lenient')).toBe(lenient);
    expect(isSameJson(given, wanted, 'strict')).toBe(strict);
  });

  it('P23: agrees with JSON itself, whatever the order of keys', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, member]) => [key, shuffled(member)])
          .reverse(),
      );
    };
    const canonical = (value: unknown): string =>
      JSON.stringify(value, (_key, item: unknown) =>
        typeof item === 'object' && item !== null && !Array.isArray(item)
          ? { sorted: Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)) }
          : item,
      );
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(json, json, (given, wanted) => {
        expect(isSameJson(shuffled(given), given, 'lenient')).toBe(true);
        expect(isSameJson(given, wanted, 'lenient')).toBe(canonical(given) === canonical(wanted));
      }),
    );
  });
});
