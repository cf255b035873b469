import type { ToolVersion } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { findPinned } from './pinned.ts';

const version = (hints: string, prose: string): ToolVersion => ({
  id: `${hints}${prose}`,
  definition: {},
  hints,
  prose,
  first_seen: '',
  last_seen: '',
});
const change = {
  hints: 'relaxed',
  prose: 'same',
  was: { hints: 'a', prose: 'x' },
  is: { hints: 'b', prose: 'x' },
  pinned_at: '',
} as const;

it.each<[string, readonly [string, string][], number | undefined]>([
  [
    'the one with both fingerprints',
    [
      ['b', 'x'],
      ['c', 'x'],
      ['a', 'y'],
      ['a', 'x'],
    ],
    3,
  ],
  [
    'one with the same words, where hints were tightened since',
    [
      ['b', 'x'],
      ['a', 'y'],
      ['c', 'x'],
    ],
    2,
  ],
  ['never the one that it is now', [['b', 'x']], undefined],
  ['none with other words', [['a', 'y']], undefined],
])('finds %s', (_, prints, expected) => {
  const versions = prints.map(([hints, prose]) => version(hints, prose));
  expect(findPinned(versions, change)).toBe(expected === undefined ? undefined : versions[expected]);
});

it('finds nothing for a tool that has not changed', () => {
  expect(findPinned([version('a', 'x')], null)).toBeUndefined();
});
