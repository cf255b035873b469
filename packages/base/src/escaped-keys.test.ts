import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

/** Keys that JSON must escape, and the keys that V8 confuses them with. */
const key = fc.constantFrom(
  'a',
  'u',
  '',
  '\\',
  '\n',
  '"',
  '\u0000',
  '\\u',
  '\u0000b',
  'a\\',
  'a\n',
  '\u{e000}0',
  '__proto__',
  '1',
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('', '\\', '"a\\":', '{"\\n":1}', 7, null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe('keys with escapes', () => {
  it('are read correctly, whatever was parsed before', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1), (given, indent) => {
        const text = JSON.stringify(given, undefined, indent);
        expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(given));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"\\n":1,"\\u000a":2,"\\n":3}', '{"\\n":3}'],
    ['{"a":1,"\\u0061":2,"b":3}', '{"a":2,"b":3}'],
    ['{"\\u0031":"b","0":"a"}', '{"0":"a","1":"b"}'],
    ['{"\\u005f_proto__":{"\\n":1}}', '{"__proto__":{"\\n":1}}'],
    ['{"\ue0000":1,"\\ue0001":2,"\\n":3,"\\"":4}', '{"\ue0000":1,"\ue0001":2,"\\n":3,"\\"":4}'],
    ['{"\\n" \t\r\n : 12345678901234567890, "b": "\\": "}', '{"\\n":12345678901234567890,"b":"\\": "}'],
    ['"\\n:"', '"\\n:"'],
  ])('unescapes %s', (text, same) => {
    // Parse the confusable keys first, so that V8 caches them.
    for (const wrong of ['{"\\\\":0}', '{"\\\\u":0}', '{"a":0,"\\\\":0}', '{"\\\\":{"\\\\":0}}']) JSON.parse(wrong);
    expect(JSON.stringify(parseJson(text))).toBe(same);
  });

  it('are found at any depth', () => {
    const [open, close] = ['{"\\n":['.repeat(20_000), ']}'.repeat(20_000)];
    let depth = 0;
    for (let at = parseJson(open + close); Array.isArray(at) || at !== undefined; depth++)
      at = Array.isArray(at) ? at[0] : (at as Record<string, unknown>)['\n'];
    expect(depth).toBe(40_000);
  });

  it.each(['{"\\n":', '{"\\n', '"\\', '{"\\x":1}'])('throws on invalid JSON (%s)', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
