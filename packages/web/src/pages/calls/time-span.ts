import { SPANS } from '../../calls/call-filter.ts';
import { formatMoment } from '../../format/time.ts';

/** The preset span that matches the URL, if any. */
export const spanOf = (from: string, to: string): (typeof SPANS)[number] | undefined =>
  to === '' ? SPANS.find((span) => span === from) : undefined;

/**
 * A custom span in words.
 *
 * @example
 * spanWords('2026-11-16T08:00:00Z', '', now) // 'since 08:00:00'
 */
export function spanWords(from: string, to: string, now: number): string {
  const words = (at: string): string =>
    Number.isNaN(Date.parse(at)) ? `${at} ago` : formatMoment(Date.parse(at), now);
  if (from === '' && to === '') return '';
  if (to === '') return `since ${words(from)}`;
  return from === '' ? `before ${words(to)}` : `${words(from)} – ${words(to)}`;
}

/** The value of a date-time field: local time, to the minute. */
export function toField(at: string, now: number): string {
  const ms = momentOf(at, now);
  if (ms === undefined) return '';
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Parses the value of a date-time field for the URL; empty if the field is empty. */
export function fromField(value: string): string {
  const ms = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function momentOf(at: string, now: number): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+)([smhdw])$/.exec(at) ?? [];
  if (unit !== '') return now - Number(amount) * (UNIT_MS[unit] ?? 0);
  return Number.isNaN(Date.parse(at)) ? undefined : Date.parse(at);
}
