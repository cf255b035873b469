import { expect, it } from 'vitest';
import { createLineSplitter } from './line-splitter.ts';

it.each<[readonly string[], readonly string[]]>([
  [[], []],
  [['a\nb\n'], ['a', 'b']],
  [
    ['a', 'b\nc', '', '\n'],
    ['ab', 'c'],
  ],
  [['a\r\n\n  \nb'], ['a\r', 'b']],
  [['\n\n'], []],
])('splits %j into %j', (pieces, lines) => {
  const split = createLineSplitter();
  expect([...pieces.flatMap((piece) => split.take(piece)), ...split.rest()]).toEqual(lines);
  expect(split.rest()).toEqual([]);
});
