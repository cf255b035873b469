import type ICAL from 'ical.js';
import { toEncodedPath } from '../../dav/dav-client.ts';
import { readReminders } from '../../ical/alarms.ts';
import { readAttendees } from '../../ical/attendees.ts';
import { categoriesOf, mainComponentOf, propertyNumber, propertyText } from '../../ical/fields.ts';
import { type Occurrence, occurrencesOf, spanOf, type TimeRange } from '../../ical/occurrences.ts';
import type { CalendarObject } from './calendar-api.ts';
import type { Event } from './schemas.ts';

const DAY_MS = 86_400_000;

/** One occurrence of an event, or the series as a whole. */
export interface FoundEvent {
  readonly object: CalendarObject;
  readonly occurrence: Occurrence;
}

/** An event as a whole: a series by its first date. */
export function wholeEvent(object: CalendarObject): FoundEvent | undefined {
  const component = mainComponentOf(object.ical, 'vevent');
  const span = spanOf(component);
  return span && { object, occurrence: { ...span, component, recurrenceId: undefined } };
}

/** The events of objects in order of time: each occurrence in a range, or each event once without a range. */
export function eventsIn(
  objects: readonly CalendarObject[],
  range: TimeRange,
  matches: (event: FoundEvent) => boolean,
  limit: number,
): readonly FoundEvent[] {
  const isBounded = range.start !== undefined || range.end !== undefined;
  return objects
    .flatMap((object) => (isBounded ? firstOccurrences(object, range, matches, limit) : (wholeEvent(object) ?? [])))
    .filter(matches)
    .toSorted((one, other) => one.occurrence.start.instant - other.occurrence.start.instant);
}

/** Limits an endless series in an open range to the requested number of occurrences. */
function firstOccurrences(
  object: CalendarObject,
  range: TimeRange,
  matches: (event: FoundEvent) => boolean,
  limit: number,
): readonly FoundEvent[] {
  const found: FoundEvent[] = [];
  for (const occurrence of occurrencesOf(object.ical, range)) {
    const event = { object, occurrence };
    if (matches(event)) found.push(event);
    else if (range.end === undefined && found.length === 0 && isEndless(occurrence.component)) break;
    if (found.length > limit) break;
  }
  return found;
}

/** The occurrences of an endless series differ only in their dates, so a filter that rejects the first one rejects all. */
const isEndless = (event: ICAL.Component): boolean => /^(?!.*(COUNT|UNTIL)=)/.test(propertyText(event, 'rrule'));

export function toEvent({ object, occurrence }: FoundEvent): Event {
  const { component, start, end, recurrenceId } = occurrence;
  const optional = (name: string, property: string): object => {
    const value = propertyText(component, property);
    return value === '' ? {} : { [name]: value };
  };
  const priority = propertyNumber(component, 'priority');
  return {
    uid: propertyText(component, 'uid'),
    title: propertyText(component, 'summary'),
    start_datetime: start.text,
    end_datetime: start.isDate ? new Date(end.instant - DAY_MS).toISOString().slice(0, 10) : end.text,
    all_day: start.isDate,
    ...(start.zone !== undefined && { timezone: start.zone }),
    ...optional('description', 'description'),
    ...optional('location', 'location'),
    categories: categoriesOf(component),
    ...optional('status', 'status'),
    ...(priority !== undefined && { priority }),
    ...optional('privacy', 'class'),
    ...optional('url', 'url'),
    ...optional('color', 'color'),
    attendees: readAttendees(component),
    reminders: readReminders(component),
    ...optional('recurrence_rule', 'rrule'),
    ...(recurrenceId !== undefined && { recurrence_id: recurrenceId }),
    calendar_name: object.calendar,
    href: toEncodedPath(object.path),
    etag: object.etag,
  };
}
