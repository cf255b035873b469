import { expect, it } from 'vitest';
import { expiryWords, serverWords } from './labels.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

it.each([
  [null, 'never'],
  ['2026-11-16T15:00:00Z', 'in 3h'],
  ['2026-12-16T11:59:59Z', 'in 30d'],
  ['2027-11-16T12:00:00Z', '16 Nov 2027'],
  ['2026-11-15T12:00:00Z', '1d ago'],
])('%s expires %s', (at, words) => {
  expect(expiryWords({ expires_at: at }, NOW)).toBe(words);
});

it('lists its servers', () => {
  expect([serverWords({ servers: null }), serverWords({ servers: ['a', 'b*'] })]).toEqual(['all servers', 'a, b*']);
});
