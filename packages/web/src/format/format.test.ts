import { describe, expect, it } from 'vitest';
import { formatClient, shortId, UNKNOWN_CLIENT } from './client.ts';
import { formatCountdown, formatDuration, formatLatency } from './duration.ts';
import { formatBytes, formatShare, formatShort, plural } from './number.ts';
import { formatAgo, formatClock, formatDay, formatExactTime, formatMoment } from './time.ts';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe('durations', () => {
  it.each([
    [-5, '0s'],
    [0, '0s'],
    [999, '0s'],
    [S, '1s'],
    [61 * S, '1m 1s'],
    [5 * M, '5m'],
    [4 * M + 12 * S, '4m 12s'],
    [H + 5 * S, '1h 5s'],
    [2 * D + 3 * H + 15 * M, '2d 3h 15m'],
    [2 * D + 3 * H + 15 * M + 59 * S, '2d 3h 15m'],
    [400 * D, '400d'],
  ])('formats %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it.each([
    [0, '<1 ms'],
    [0.4, '<1 ms'],
    [18.4, '18 ms'],
    [999, '999 ms'],
    [1_000, '1.0 s'],
    [1_299, '1.2 s'],
    [59_999, '59.9 s'],
    [90_000, '1m 30s'],
  ])('formats a latency of %d ms as %s', (ms, text) => expect(formatLatency(ms)).toBe(text));

  it.each([
    [-1, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [102_000, '1:42'],
    [15 * M, '15:00'],
  ])('counts %d ms down as %s', (ms, text) => expect(formatCountdown(ms)).toBe(text));
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1k'],
    [1_049, '1k'],
    [1_050, '1.1k'],
    [12_412, '12.4k'],
    [99_949, '99.9k'],
    [99_950, '100k'],
    [999_400, '999k'],
    [999_500, '1M'],
    [1_250_000, '1.3M'],
    [3e9, '3G'],
    [-12_412, '-12.4k'],
  ])('shortens %d to %s', (value, text) => expect(formatShort(value)).toBe(text));

  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1 kB'],
    [1_572_864, '1.5 MB'],
    [1_073_741_824, '1 GB'],
    [5_000 * 1_073_741_824, '5000 GB'],
  ])('formats %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, 0, '–'],
    [0, 200, '0 %'],
    [1, 200, '<1 %'],
    [2, 200, '1 %'],
    [199, 200, '99 %'],
    [1_999, 2_000, '99 %'],
    [200, 200, '100 %'],
  ])('%d of %d is %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

  it('uses the singular for one', () => {
    expect([plural(0, 'call'), plural(1, 'call'), plural(1_200, 'call'), plural(2, 'query', 'queries')]).toEqual([
      '0 calls',
      '1 call',
      '1,200 calls',
      '2 queries',
    ]);
  });
});

describe('when', () => {
  const now = new Date(2026, 10, 16, 12, 4, 31, 7).getTime();

  it.each([
    [now + 2 * S, 'just now'],
    [now + 90 * S, 'in 1m'],
    [now - 4 * S, 'just now'],
    [now - 5 * S, '5s ago'],
    [now - 90 * S, '1m ago'],
    [now - 5 * H, '5h ago'],
    [now - 6 * D, '6d ago'],
    [now - 8 * D, '8 Nov'],
    [now - 400 * D, '12 Oct 2025'],
  ])('%d', (at, text) => expect(formatAgo(at, now)).toBe(text));

  it('shows the time for today and the day for other days', () => {
    expect([formatClock(now), formatMoment(now, now), formatMoment(now - D, now), formatDay(now, now)]).toEqual([
      '12:04:31',
      '12:04:31',
      '15 Nov 12:04:31',
      '16 Nov',
    ]);
  });

  it('shows the exact moment with its time zone', () => {
    expect(formatExactTime(now)).toMatch(/^2026-11-16 12:04:31\.007 [+-]\d\d:\d\d$/);
  });
});

describe('who', () => {
  it.each([
    [null, null, UNKNOWN_CLIENT],
    ['  ', '1', UNKNOWN_CLIENT],
    ['cursor', null, 'Cursor'],
    ['cursor', '', 'Cursor'],
    ['cursor', '3.0', 'Cursor 3.0'],
    ['a\u202eb', '1', 'a⟨U+202E⟩b 1'],
  ])('formats %j %j as %s', (name, version, text) => expect(formatClient(name, version)).toBe(text));

  it('shortens long ids to their beginning, and those that begin with the time to its millisecond', () => {
    const ids = ['abc', '0123456789', 'b1f0c2d4-0000-4000-8000-000000000000', '01980000-0000-7000-8000-0000deadbeef'];
    expect(ids.map(shortId)).toEqual(['abc', '0123456789', 'b1f0c2d4', '01980000-0000']);
  });
});
