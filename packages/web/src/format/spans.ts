/** Time spans to choose from, as the API accepts them. */
export const SPANS = ['24h', '7d', '30d'] as const;

export type Span = (typeof SPANS)[number];

export const SPAN_WORDS: Readonly<Record<Span, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<Span, number>> = { '24h': 24, '7d': 168, '30d': 720 };

/**
 * The start of a span that ends with the current hour. Calls are counted per whole hour, so a chart and a list from the
 * same start count the same calls.
 *
 * @example
 * startOf('24h', Date.parse('2026-11-16T08:20:00Z')) // '2026-11-15T09:00:00.000Z'
 */
export function startOf(span: Span, now: number): string {
  return new Date((Math.ceil(now / HOUR_MS) - HOURS[span]) * HOUR_MS).toISOString();
}
