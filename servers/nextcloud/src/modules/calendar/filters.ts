import { invalidArgument } from '../../errors.ts';
import { readAttendees, splitAtCommas } from '../../ical/attendees.ts';
import { categoriesOf, propertyText } from '../../ical/fields.ts';
import type { TimeRange } from '../../ical/occurrences.ts';
import { rangeEdge } from '../../ical/times.ts';
import type { FoundEvent } from './read-event.ts';

export interface EventFilters {
  readonly min_attendees?: number | null | undefined;
  readonly min_duration_minutes?: number | null | undefined;
  /** Separated by commas; an event with any of them matches. */
  readonly categories?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly title_contains?: string | null | undefined;
  readonly location_contains?: string | null | undefined;
}

/** Whether an event matches every filter. */
export function eventFilter(filters: EventFilters): (event: FoundEvent) => boolean {
  const { min_attendees, min_duration_minutes, categories, status, title_contains, location_contains } = filters;
  const wanted = lowerList(categories);
  return ({ occurrence: { component, start, end } }) =>
    readAttendees(component).length >= (min_attendees ?? 0) &&
    end.instant - start.instant >= (min_duration_minutes ?? 0) * 60_000 &&
    hasAny(categoriesOf(component), wanted) &&
    // RFC 5545 has no default status; treat an event without one as confirmed.
    (status == null || (propertyText(component, 'status') || 'CONFIRMED').toUpperCase() === status) &&
    contains(propertyText(component, 'summary'), title_contains) &&
    contains(propertyText(component, 'location'), location_contains);
}

/** Days from the first to the last, both included; an edge that is not given is open. */
export function parseRange(start: string | undefined, end: string | undefined, zone: string): TimeRange {
  const range = {
    ...(start && { start: rangeEdge(start, 'start_date', zone, 'start') }),
    ...(end && { end: rangeEdge(end, 'end_date', zone, 'end') }),
  };
  if (range.start !== undefined && range.end !== undefined && range.end <= range.start)
    throw invalidArgument('end_date is before start_date.');
  return range;
}

export const lowerList = (text: string | null | undefined): readonly string[] =>
  splitAtCommas(text ?? '').map((entry) => entry.toLowerCase());

export const hasAny = (values: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value.toLowerCase()));

export const contains = (value: string, part: string | null | undefined): boolean =>
  part == null || value.toLowerCase().includes(part.toLowerCase());
