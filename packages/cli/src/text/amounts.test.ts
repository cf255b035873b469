import { describe, expect, it } from 'vitest';
import '../fixtures/ask.ts';
import { toAgo, toElapsed, toLocal, toLocalAndAgo, toShort, toSize, toSpan } from './amounts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-15T12:00:00Z');

describe('amounts for people', () => {
  // FR-012, edge case "very long duration"
  it.each([
    [0, '0s'],
    [59_999, '59s'],
    [MINUTE, '1m'],
    [HOUR - 1, '59m'],
    [2 * HOUR, '2h'],
    [3 * HOUR + 15 * MINUTE, '3h 15m'],
    [2 * DAY + 3 * HOUR + 15 * MINUTE, '2d 3h 15m'],
    [2 * DAY + 15 * MINUTE, '2d 15m'],
    [400 * DAY, '400d'],
  ])('formats a session of %i ms as %s', (ms, text) => expect(toSpan(ms)).toBe(text));

  it.each([
    [0.2, '<1 ms'],
    [34.4, '34 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [1_234, '1.2 s'],
    [59_990, '59.9 s'],
    [61_000, '1m'],
  ])('formats a call of %d ms as %s', (ms, text) => expect(toElapsed(ms)).toBe(text));

  // FR-011
  it.each([
    [-5 * SECOND, 'just now'],
    [0, 'just now'],
    [4 * SECOND, '4s ago'],
    [12 * MINUTE, '12m ago'],
    [23 * HOUR, '23h ago'],
    [29 * DAY, '29d ago'],
    [30 * DAY, '2026-10-16'],
  ])('formats %i ms ago as %s', (ms, text) => {
    expect(toAgo(new Date(NOW.getTime() - ms).toISOString(), NOW)).toBe(text);
  });

  it('prints moments in local time', () => {
    expect(toLocal('2026-11-15T01:02:03.456Z')).toBe('2026-11-15 01:02:03');
    expect(toLocalAndAgo('2026-11-15T11:00:00Z', NOW)).toBe('2026-11-15 11:00:00 (1h ago)');
    expect(toLocalAndAgo('2026-01-15T11:00:00Z', NOW)).toBe('2026-01-15 11:00:00');
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1k'],
    [12_431, '12.4k'],
    [99_940, '99.9k'],
    [99_999, '100k'],
    [124_400, '124k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [999_999, '1M'],
    [1_000_000, '1M'],
    [1_240_000, '1.2M'],
    [-2_500, '-2.5k'],
  ])('shortens %i to %s', (count, text) => expect(toShort(count)).toBe(text));

  it.each([
    [12, '12 B'],
    [1_240, '1.2 kB'],
    [999_999, '999.9 kB'],
    [1_000_000, '1.0 MB'],
    [12_345_678_901, '12.3 GB'],
  ])('formats %i bytes as %s', (bytes, text) => expect(toSize(bytes)).toBe(text));
});
