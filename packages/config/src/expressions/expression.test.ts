import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExpression, expressionProblem, MAX_SIZE } from './expression.ts';

describe('createExpression', () => {
  it.each([
    ['DROP', 'x; DROP TABLE', true],
    ['^DROP', 'x; DROP TABLE', false],
    ['@example\\.com$', 'ada@example.com', true],
    ['@example\\.com$', 'ada@example.com\nx', false],
    ['^.$', '😀', true],
    ['\\u00e9', 'é', true],
    ['^[\\u{1F600}-\\u{1F64F}]$', '😀', true],
    ['(?<year>\\d{4})', 'in 2026', true],
    ['(?i)drop', 'DROP', true],
    ['^\\p{L}+$', 'straße', true],
    ['a/b', 'a/b', true],
    ['\\\\u0041', '\\u0041', true],
    ['\\\\u0041', 'A', false],
    ['\\\\\\u0041', '\\A', true],
  ])('P24: %s in %j: %s', (pattern, text, isFound) => {
    expect(createExpression(pattern).test(text)).toBe(isFound);
  });

  it('P24: agrees with JavaScript on the syntax that both support', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '^',
      '$',
      '\\b',
      '(?:ab)',
      '(a|b)',
      'é',
      '\\.',
    );
    const many = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?');
    const piece = fc.tuple(atom, many).map(([one, more]) => (/^[\^$]$|b$/.test(one) ? one : `${one}${more}`));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.', ' ', '\n', 'é', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (written, given) => {
        expect(createExpression(written).test(given)).toBe(new RegExp(written, 'u').test(given));
      }),
      { numRuns: 2_000 },
    );
  });

  // JavaScript's own engine would practically never finish on these.
  it.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '^(\\w+\\s?)*$', '(.*a){12}$'])('P24: terminates: %s', (pattern) => {
    expect(createExpression(pattern).test(`${'a'.repeat(5_000)}!`)).toBe(false);
  });
});

describe('expressionProblem', () => {
  it.each(['', 'a', '(?i)a', '\\u00e9', 'a{1,100}'])('P24: accepts %j', (pattern) => {
    expect(expressionProblem(pattern)).toBeUndefined();
  });

  it.each([
    '@(?!example)',
    '(?=a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '\\p{Script=Greek}',
    '\\ud83d',
    'a{2000}',
  ])('P24: reports %s as not supported', (pattern) => {
    expect(expressionProblem(pattern)).toMatch(/^is not supported: .*without lookahead, lookbehind and backref/);
  });

  it.each(['(', '[', 'a**', '\\'])('P24: reports %s as invalid', (pattern) => {
    expect(expressionProblem(pattern)).toMatch(/^is not a regular expression: /);
  });

  it('P24: reports an expression that is too large', () => {
    const large = '[ab]{900}'.repeat(2);
    expect(createExpression(large).size).toBeGreaterThan(MAX_SIZE);
    expect(expressionProblem(large)).toMatch(/^is not supported: it is too large \(\d+ steps .* at most 1000\)/);
  });
});
