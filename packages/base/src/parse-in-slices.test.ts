import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import { parseInSlices } from './parse-in-slices.ts';

const LARGE_LIMITS = { depth: 1_000, values: 1_000_000 };

const parse = (text: string, slice: number, limits = LARGE_LIMITS) =>
  parseInSlices(text, { limits, pause: () => undefined, slice });

const key = fc.constantFrom('a', 'b', '', '__proto__', '1', '0', '\\', '\n', '"', 'ä', '},{');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('', ',', '[{"', '\\"]', 7, -0.5, null, true, '\u00a0'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe('parseInSlices', () => {
  it('returns the same as parseJson for any slice length', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.nat(12), fc.constantFrom(undefined, 1), async (given, slice, indent) => {
        const text = JSON.stringify(given, undefined, indent);
        const read = await parse(text, slice);
        expect(JSON.stringify(read.kind === 'value' && read.value)).toBe(JSON.stringify(parseJson(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('rejects the same texts as parseJson: missing, doubled and misplaced parts', async () => {
    const damage = fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '0', ' ', '\u00a0', '\\');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), damage, fc.nat(8), async (given, place, put, slice) => {
        const whole = JSON.stringify(given);
        const at = place % (whole.length + 1);
        const text = whole.slice(0, at) + put + whole.slice(put === '' ? at + 1 : at);
        const expected = (): unknown => parseJson(text);
        const outcome = await parse(text, slice).then(
          (read) => JSON.stringify(read.kind === 'value' ? read.value : read),
          () => 'refused',
        );
        let right: string;
        try {
          right = JSON.stringify(expected());
        } catch {
          right = 'refused';
        }
        expect(outcome, text).toBe(right);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['the last value of a duplicate key', '{"a":{"x":[1,2,3]},"b":[1,2],"a":{"y":[4,5]}}'],
    ['a key with an escape', '{"\\u0061\\n":{"x":[1,2,3]},"b":[1,2]}'],
    ['a number that does not fit into a double', '[[1,12345678901234567890],{"a":[1e400,2]}]'],
    ['an own __proto__', '{"__proto__":{"a":[1,2,3]},"b":{"__proto__":[1,2]}}'],
  ])('keeps %s', async (_case, text) => {
    const read = await parse(text, 1);
    expect(JSON.stringify(read.kind === 'value' && read.value)).toBe(JSON.stringify(parseJson(text)));
  });

  it.each([
    ['values', '[1,2,3,[4,5]]', { depth: 9, values: 5 }, { kind: 'beyond', limit: 'values' }],
    ['values', '[1,2,3,[4,5]]', { depth: 9, values: 6 }, { kind: 'value', value: [1, 2, 3, [4, 5]], values: 6 }],
    ['depth', '[1,[2,[3]]]', { depth: 2, values: 99 }, { kind: 'beyond', limit: 'depth' }],
    ['depth', '[1,[2,[3]]]', { depth: 3, values: 99 }, { kind: 'value', value: [1, [2, [3]]], values: 5 }],
  ])('counts %s', async (_what, text, limits, expected) => {
    expect(await parse(text, 4, limits)).toEqual(expected);
  });

  it('calls pause after every slice', async () => {
    let pauses = 0;
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_unused, index) => ({ index })));
    const pause = (): Promise<void> => {
      pauses += 1;
      return Promise.resolve();
    };
    await parseInSlices(text, { limits: LARGE_LIMITS, pause, slice: 1_000 });
    expect(pauses).toBeGreaterThan(text.length / 1_100);
  });
});
