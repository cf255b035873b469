import { describe, expect, it } from 'vitest';
import { type DiffPart, diffLines, foldSame } from './line-diff.ts';

const SIGNS = { same: ' ', removed: '-', added: '+' };
const short = (parts: readonly DiffPart[]): string =>
  parts.map((part) => (part.kind === 'skipped' ? `~${part.count}` : `${SIGNS[part.kind]}${part.text}`)).join('|');
const diff = (was: string, is: string, mostCells?: number): string =>
  short(diffLines([...was], [...is], mostCells === undefined ? {} : { mostCells }));

describe('diffLines', () => {
  it.each([
    ['', '', ''],
    ['abc', 'abc', ' a| b| c'],
    ['', 'ab', '+a|+b'],
    ['ab', '', '-a|-b'],
    ['abc', 'axc', ' a|-b|+x| c'],
    ['abcd', 'bcda', '-a| b| c| d|+a'],
    ['abcabba', 'cbabac', '-a|-b| c|-a| b|+a| b| a|+c'],
    ['aa', 'a', ' a|-a'],
    ['a', 'aa', ' a|+a'],
    ['xaby', 'xbay', ' x|-a| b|+a| y'],
    ['ab1', 'xa2b', '+x| a|+2| b|-1'],
  ])('%j → %j', (was, is, expected) => {
    expect(diff(was, is)).toBe(expected);
  });

  it('shows texts that are too long to compare as removed and added, with their common start and end', () => {
    expect(diff('xabcy', 'xbcdy', 10)).toBe(' x|-a|-b|-c|+b|+c|+d| y');
  });

  it('finishes for texts with many lines', () => {
    const long = (letter: string): readonly string[] =>
      Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`);
    expect(diffLines(long('a'), long('b'))).toHaveLength(40_000);
  });

  it('loses nothing: both texts can be restored from the diff', () => {
    const [was, is] = ['the quick brown fox jumps', 'a quick red fox has jumped'];
    const all = diffLines([...was], [...is]);
    const without = (kind: string): string =>
      all
        .filter((line) => line.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([was, is]);
  });
});

describe('foldSame', () => {
  it.each([
    ['abcdefgh', 'abcdefgh', 2, '~8'],
    ['abcdefgh', 'abcXefgh', 1, '~2| c|-d|+X| e|~3'],
    ['abcdefgh', 'Xbcdefgh', 2, '-a|+X| b| c|~5'],
    ['abcdef', 'XbcdeY', 2, '-a|+X| b| c| d| e|-f|+Y'],
    ['', '', 2, ''],
  ])('%j → %j with %i lines of context', (was, is, around, expected) => {
    expect(short(foldSame(diffLines([...was], [...is]), around))).toBe(expected);
  });
});
