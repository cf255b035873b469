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
    'a version with both fingerprints',
    [
      ['b', 'x'],
      ['c', 'x'],
      ['a', 'y'],
      ['a', 'x'],
    ],
    3,
  ],
  [
    'a version with the same texts, whose hints were tightened since',
    [
      ['b', 'x'],
      ['a', 'y'],
      ['c', 'x'],
    ],
    2,
  ],
  ['never the current version', [['b', 'x']], undefined],
  ['no version with other texts', [['a', 'y']], undefined],
])('finds %s', (_, prints, expected) => {
  const versions = prints.map(([hints, prose]) => version(hints, prose));
  expect(findPinned(versions, change)).toBe(expected === undefined ? undefined : versions[expected]);
});

it('finds nothing for an unchanged tool', () => {
  expect(findPinned([version('a', 'x')], null)).toBeUndefined();
});
