import { type JsonObject, parseJson } from '@toolmark/base';
import { createPathReader, toPolicy } from '@toolmark/config';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_VALUES } from '../../../config/src/expressions/plain-json.ts';
import type { RuleEntry } from '../../../config/src/policy-schema.ts';
import { compileRule } from './compile-rule.ts';
import { anyArguments } from './fixtures/arbitrary.ts';
import { callOf, READER, toolOf } from './fixtures/calls.ts';
import { createShortlist } from './shortlist.ts';

const reader = toolOf(READER);
const compile = (rules: readonly RuleEntry[]) => {
  const pathOf = createPathReader();
  return toPolicy({ rules }).rules.map((rule) => compileRule(rule, pathOf));
};
const find = (rules: readonly RuleEntry[], args: JsonObject | undefined) =>
  createShortlist(compile(rules))(callOf(reader, { arguments: args }))?.name;

describe('createShortlist', () => {
  it('P10: finds the first of those that match, wherever they are filed', () => {
    const rules: readonly RuleEntry[] = [
      { arguments: { '$.a': 1, '$.b': 9 }, decision: 'deny' },
      { arguments: { '$.b': { in: ['x', 'y', 'x'] } }, decision: 'deny' },
      { arguments: { '$.a': { matches: '^x' } }, decision: 'deny' },
      { arguments: { '$.a': { in: [1, 'x'] } }, decision: 'deny' },
      { arguments: { '$.c[*]': 2 }, decision: 'deny' },
      { arguments: { '$.c[*]': 1 }, decision: 'deny' },
      { arguments: { '$.d': { equals: [1] } }, decision: 'deny' },
    ];
    expect(find(rules, { a: 1 })).toBe('rule 4');
    expect(find(rules, { a: 1, b: 9 })).toBe('rule 1');
    expect(find(rules, { a: 1, b: 'x' })).toBe('rule 2');
    expect(find(rules, { a: 'x' })).toBe('rule 3');
    expect(find(rules, { c: [1, 2] })).toBe('rule 5');
    expect(find(rules, { c: [1] })).toBe('rule 6');
    expect(find(rules, { d: [1] })).toBe('rule 7');
    expect(find(rules, { a: 2 })).toBeUndefined();
    expect(find(rules, undefined)).toBeUndefined();
  });

  it('P23: finds a number that no double holds under the nearest one', () => {
    const rules: readonly RuleEntry[] = [
      { arguments: { '$.n': Number('12345678901234567890') }, decision: 'allow' },
      { arguments: { '$.n': Number('12345678901234567890') }, decision: 'deny' },
    ];
    expect(find(rules, parseJson('{"n":12345678901234567890}') as JsonObject)).toBe('rule 2');
    expect(find(rules, { n: Number('12345678901234567890') })).toBe('rule 1');
  });

  it('P23: finds a text under every form that looks the same', () => {
    const rules: readonly RuleEntry[] = [
      { arguments: { '$.a': 'é' }, decision: 'allow' },
      { arguments: { '$.a': 'e\u0301' }, decision: 'deny' },
    ];
    expect([find(rules, { a: 'é' }), find(rules, { a: 'e\u0301' })]).toEqual(['rule 1', 'rule 2']);
    expect(find(rules.slice(1), { a: 'é' })).toBe('rule 1');
    expect(find(rules.slice(0, 1), { a: 'e\u0301' })).toBeUndefined();
  });

  it('P25: asks every rule where there is too much to look through', () => {
    const rules: readonly RuleEntry[] = [
      { arguments: { '$.a': 1 }, decision: 'deny' },
      { arguments: { '$.list[*]': 7 }, decision: 'allow' },
      { arguments: { '$.list[*]': 7 }, decision: 'deny' },
    ];
    expect(find(rules, { list: Array.from({ length: MAX_VALUES }, () => 1) })).toBe('rule 3');
  });

  it('P10: finds what asking one after the other would', () => {
    const value = fc.constantFrom<unknown>('delete', 'list', 1, 0, null, true, Number('12345678901234567890'), [1], {});
    const wanted = fc.oneof(
      fc.record({ equals: value }),
      fc.record({ in: fc.array(value, { minLength: 1, maxLength: 3 }) }),
      fc.record({ exists: fc.boolean() }),
    );
    const path = fc.constantFrom('$.action', '$.id', '$.to[*]', '$..id');
    const rule = fc.record({
      arguments: fc.dictionary(path, wanted, { minKeys: 1, maxKeys: 2 }),
      decision: fc.constantFrom('allow', 'deny'),
    }) as fc.Arbitrary<RuleEntry>;
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 30 }), anyArguments, (rules, args) => {
        const compiled = compile(rules);
        const call = callOf(reader, { arguments: args });
        const first = compiled.find(({ matcher }) => matcher.matches(call));
        expect(createShortlist(compiled)(call)).toBe(first);
      }),
      { numRuns: 500 },
    );
  });
});
