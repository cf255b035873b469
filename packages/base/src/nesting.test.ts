import { describe, expect, it } from 'vitest';
import { isNestedDeeper } from './json.ts';

const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

describe('isNestedDeeper', () => {
  it.each([
    ['exactly as deep as allowed', nested(8), false],
    ['one level more', `[${nested(8)}]`, true],
    ['wide, not deep', `[${'[],'.repeat(500)}[]]`, false],
    ['brackets inside a string', `["${'['.repeat(500)}"]`, false],
    ['brackets after an escaped quote', `["\\"${'['.repeat(500)}"]`, false],
    ['a string that ends with a backslash', `["\\\\",${'['.repeat(9)}`, true],
    ['a string with no end', `["${'['.repeat(500)}`, false],
    ['many strings full of backslashes', `[${'"\\\\\\"",'.repeat(200)}1]`, false],
  ])('%s', (_name, json, expected) => {
    expect(isNestedDeeper(Buffer.from(json), 8)).toBe(expected);
  });

  it('agrees with a walk of the parsed value', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const value = (levels: number): unknown => {
      if (levels === 0) return ['[{"', '\\', 1, null, '\\"]'][random(5)];
      const children = Array.from({ length: 1 + random(3) }, () => value(random(levels)));
      return random(2) === 0 ? children : Object.fromEntries(children.map((child, at) => [`]"\\${at}`, child]));
    };
    const depthOf = (node: unknown): number =>
      typeof node === 'object' && node !== null ? 1 + Math.max(0, ...Object.values(node).map(depthOf)) : 0;
    for (let round = 0; round < 300; round++) {
      const made = value(6);
      const bytes = Buffer.from(JSON.stringify(made));
      for (const levels of [1, 2, 3, 4]) {
        expect(isNestedDeeper(bytes, levels), bytes.toString()).toBe(depthOf(made) > levels);
      }
    }
  });
});
