import { describe, expect, it } from 'vitest';
import { formatTick } from './time.ts';

describe('formatTick', () => {
  it.each([
    [new Date(2026, 10, 16), '16 Nov'],
    [new Date(2026, 10, 16, 0, 30), '00:30'],
    [new Date(2026, 10, 16, 9, 5), '09:05'],
    [new Date(2020, 0, 1), '1 Jan'],
  ])('labels %s as %s', (date, text) => {
    expect(formatTick(date.getTime())).toBe(text);
  });
});
