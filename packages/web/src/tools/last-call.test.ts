import { describe, expect, it } from 'vitest';
import { formatLastCall } from './last-call.ts';

describe('formatLastCall', () => {
  const now = Date.parse('2026-03-10T12:30:00.000Z');
  it.each([
    ['2026-03-10T12:00:00.000Z', 'this hour'],
    ['2026-03-10T13:00:00.000Z', 'this hour'],
    ['2026-03-10T11:00:00.000Z', '1h ago'],
    ['2026-03-09T13:00:00.000Z', '23h ago'],
    ['2026-03-09T12:00:00.000Z', '1d ago'],
    ['2026-03-04T12:00:00.000Z', '6d ago'],
    ['2026-02-15T12:00:00.000Z', '15 Feb'],
  ])('formats %s as %s', (at, expected) => {
    expect(formatLastCall(Date.parse(at), now)).toBe(expected);
  });
});
