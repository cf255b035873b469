import { describe, expect, it } from 'vitest';
import { type Span, startOf } from './spans.ts';

describe('startOf', () => {
  it.each<[Span, string, string]>([
    ['24h', '2026-11-16T08:20:00Z', '2026-11-15T09:00:00.000Z'],
    ['24h', '2026-11-16T08:59:59.999Z', '2026-11-15T09:00:00.000Z'],
    ['24h', '2026-11-16T09:00:00.000Z', '2026-11-15T09:00:00.000Z'],
    ['24h', '2026-11-16T09:00:00.001Z', '2026-11-15T10:00:00.000Z'],
    ['7d', '2026-11-16T08:20:00Z', '2026-11-09T09:00:00.000Z'],
    ['30d', '2026-11-16T08:20:00Z', '2026-10-17T09:00:00.000Z'],
  ])('%s at %s starts at %s', (span, now, start) => {
    expect(startOf(span, Date.parse(now))).toBe(start);
  });
});
