import { formatDay, formatMoment } from '../format/time.ts';

const HOUR_MS = 3_600_000;

/**
 * The time of a tool's last call, to the hour, as it is recorded.
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

/** The tooltip of that time. */
export const explainLastCall = (hour: number, now: number): string => `In the hour from ${formatMoment(hour, now)}`;
