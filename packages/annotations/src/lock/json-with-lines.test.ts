import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonWithLines } from './json-with-lines.ts';

describe('parseJsonWithLines', () => {
  it('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const json = parseJsonWithLines(text);
        expect(json.ok && json.value.value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('rejects what JSON.parse rejects', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      'true',
      'x',
      ' ',
      '\n',
      '"',
      '\\',
      '\u00a0',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const json = parseJsonWithLines(text);
        expect(json.ok || json.error.includes('occurs twice')).toBe(isJson);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a": 1\n"b": 2}', `found "\\"" instead of ',' or '}' (line 2)`],
    ['[1,\n\n]', 'found "]" instead of a value (line 3)'],
    ['{"a":\n tru}', '"tru" is not a JSON value (line 2)'],
    ['{"a": "x\n"}', 'is not a JSON value (line 1)'],
    ['{}\n{}', 'found "{" instead of the end (line 2)'],
  ])('names the line of the problem in %j', (text, message) => {
    const json = parseJsonWithLines(text);
    expect(json.ok ? '' : json.error).toContain(message);
  });

  it('rejects endless nesting', () => {
    const json = parseJsonWithLines('['.repeat(100_000));
    expect(json.ok ? '' : json.error).toBe('it is nested too deeply (line 1)');
  });
});
