import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines, withContext } from './line-diff.ts';

const MARKS = { same: ' ', removed: '-', added: '+' } as const;
const shown = (lines: readonly (DiffLine | undefined)[]): string =>
  lines.map((line) => (line === undefined ? '…' : `${MARKS[line.kind]}${line.text}`)).join(' ');
const diff = (before: string, after: string): string => shown(diffLines([...before], [...after]));

describe('diffLines', () => {
  it.each([
    ['', '', ''],
    ['abc', 'abc', ' a  b  c'],
    ['abc', 'axc', ' a -b +x  c'],
    ['ac', 'abc', ' a +b  c'],
    ['abc', 'ac', ' a -b  c'],
    ['', 'ab', '+a +b'],
    ['abcd', 'bxdy', '-a  b -c +x  d +y'],
  ])('%j → %j: %j', (before, after, expected) => expect(diff(before, after)).toBe(expected));

  it('restores both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const of = (gone: DiffLine['kind']) => lines.filter(({ kind }) => kind !== gone).map((line) => line.text);
        expect([of('added'), of('removed')]).toEqual([before, after]);
        // Minimal: equal lines are the longest common subsequence.
        expect(lines.filter(({ kind }) => kind === 'same').length).toBe(common(before, after));
      }),
    );
  });

  it('treats a very long text as entirely new, to stay fast', () => {
    const many = (letter: string): readonly string[] =>
      Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`);
    const lines = diffLines(many('a'), many('b'));
    expect([lines.length, lines[0]?.kind, lines.at(-1)?.kind]).toEqual([6_000, 'removed', 'added']);
  });
});

it('withContext leaves out lines far from a change', () => {
  expect(shown(withContext(diffLines([...'abcdefgh'], [...'abcdefgx']), 1))).toBe(' g -h +x');
  expect(shown(withContext(diffLines([...'abcdefgh'], [...'xbcdefgy']), 1))).toBe('-a +x  b …  g -h +y');
  expect(withContext(diffLines(['a'], ['a']), 2)).toEqual([]);
});

function common(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.indexOf(first);
  return Math.max(common(rest, b), at === -1 ? 0 : 1 + common(rest, b.slice(at + 1)));
}
