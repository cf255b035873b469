import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globToRegExp } from './glob.ts';

describe('globToRegExp', () => {
  it.each<[string, string, boolean]>([
    ['delete_*', 'delete_note', true],
    ['delete_*', 'undelete_note', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a*a', 'a', false],
    ['*ab*ab', 'ab', false],
    ['*ab*ab', 'abab', true],
    ['a.c', 'abc', false],
    ['a**c', 'a\n$^c', true],
    ['*1*2*3*4*5*6*7*8*9*10*11', '1234567891011', true],
  ])('%j and %j: %s', (glob, text, matches) => {
    expect(globToRegExp(glob).test(text)).toBe(matches);
  });

  it("matches exactly the names that the pattern's definition includes", () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '_'), maxLength: 8 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '_', '*', '*'), maxLength: 8 });
    fc.assert(
      fc.property(glob, letters, (pattern, text) => {
        expect(globToRegExp(pattern).test(text)).toBe(isMatch(pattern, text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('terminates for any pattern and any name', () => {
    // With backtracking this would take practically for ever.
    expect(globToRegExp(`${'*_'.repeat(40)}x`).test('_'.repeat(20_000))).toBe(false);
  });
});

function isMatch(glob: string, text: string): boolean {
  if (glob === '') return text === '';
  if (glob.startsWith('*')) return isMatch(glob.slice(1), text) || (text !== '' && isMatch(glob, text.slice(1)));
  return text.startsWith(glob.charAt(0)) && isMatch(glob.slice(1), text.slice(1));
}
