import { formatDay, formatMoment } from '../format/time.ts';

const HOUR_MS = 3_600_000;

/**
 * When a tool was called last, as finely as it is remembered: by the hour.
 *
 * @example
 * formatLastCall(Date.parse('2026-03-01T10:00:00Z'), Date.parse('2026-03-01T12:30:00Z')) // '2h ago'
 */
export function formatLastCall(hour: number, now: number): string {
  const hours = Math.floor((now - hour) / HOUR_MS);
  if (hours < 1) return 'this hour';
  if (hours < 24) return `${hours}h ago`;
  return hours < 7 * 24 ? `${Math.floor(hours / 24)}d ago` : formatDay(hour, now);
}

/** The same at length, for who hovers. */
export const explainLastCall = (hour: number, now: number): string => `In the hour from ${formatMoment(hour, now)}`;
