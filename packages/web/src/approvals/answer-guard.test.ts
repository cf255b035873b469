import { expect, it } from 'vitest';
import { isOpen, isTooSoon } from './answer-guard.ts';

it.each([
  [0, true],
  [499, true],
  [500, false],
  [10_000, false],
])('%i ms after a move, answering is too soon: %s', (passed, tooSoon) =>
  expect(isTooSoon(1_000, 1_000 + passed)).toBe(tooSoon),
);

const AT = '2026-11-15T12:00:00Z';
it.each([
  ['pending', -1, true],
  ['pending', 0, false],
  ['pending', 1, false],
  ['approved', -1, false],
  ['expired', -1, false],
] as const)('%s, %i ms after expiry, is open: %s', (status, past, open) => {
  expect(isOpen({ status, expires_at: AT }, Date.parse(AT) + past)).toBe(open);
});
