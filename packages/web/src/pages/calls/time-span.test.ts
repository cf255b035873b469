import { describe, expect, it } from 'vitest';
import { fromField, spanOf, spanWords, toField } from './time-span.ts';

const NOW = new Date(2026, 10, 16, 12, 0).getTime();
const local = (hours: number, minutes = 0): string => new Date(2026, 10, 16, hours, minutes).toISOString();

it.each([
  ['24h', '', '24h'],
  ['24h', '1h', undefined],
  ['3h', '', undefined],
  ['', '', undefined],
  [local(8), '', undefined],
])('takes %o to %o for the preset %o', (from, to, span) => {
  expect(spanOf(from, to)).toBe(span);
});

it.each([
  ['', '', ''],
  [local(8), '', 'since 08:00:00'],
  ['', local(9, 30), 'before 09:30:00'],
  [local(8), local(9), '08:00:00 – 09:00:00'],
  ['3h', '', 'since 3h ago'],
  ['3h', '1h', '3h ago – 1h ago'],
])('describes %o to %o as %o', (from, to, words) => {
  expect(spanWords(from, to, NOW)).toBe(words);
});

describe('a date-time field', () => {
  it.each([
    [local(8, 15), '2026-11-16T08:15'],
    ['90m', '2026-11-16T10:30'],
    ['', ''],
    ['nonsense', ''],
  ])('shows %o as %o', (at, field) => {
    expect(toField(at, NOW)).toBe(field);
  });

  it.each([
    ['2026-11-16T08:15', local(8, 15)],
    ['', ''],
    ['2026-11-', ''],
  ])('parses %o as %o', (field, at) => {
    expect(fromField(field)).toBe(at);
  });
});
