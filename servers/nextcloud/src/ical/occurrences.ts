import ICAL from 'ical.js';
import { NextcloudError } from '../errors.ts';
import { describeTime, isoIn, type ReadTime, readTime, zoneOf } from './times.ts';
import { isZone, wallAt } from './zones.ts';

/** One time at which an event takes place. */
export interface Occurrence {
  /** The VEVENT that describes it: the series, or the exception for this one. */
  readonly component: ICAL.Component;
  readonly start: ReadTime;
  readonly end: ReadTime;
  /** The time it has by the rule of its series; `undefined` for a single event. */
  readonly recurrenceId: string | undefined;
}

/** Milliseconds since 1970; a missing edge is open. The end is not included. */
export interface TimeRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** A rule that needs more steps is refused, to limit the CPU time. */
const MAX_STEPS = 100_000;
const DAY_MS = 86_400_000;

/**
 * The occurrences of the events in one calendar object that overlap a range. An endless series in an open range is infinite:
 * take as many as needed.
 *
 * @example
 * for (const { start } of occurrencesOf(calendar, { start: from, end: to })) console.log(start.text);
 */
export function* occurrencesOf(calendar: ICAL.Component, range: TimeRange): Generator<Occurrence> {
  const all = calendar.getAllSubcomponents('vevent');
  const exceptions = all.filter((event) => event.hasProperty('recurrence-id'));
  for (const master of all.filter((event) => !event.hasProperty('recurrence-id'))) {
    const replaced = new Set(
      exceptions
        .filter((event) => event.getFirstPropertyValue('uid') === master.getFirstPropertyValue('uid'))
        .map((event) => readTime(event, 'recurrence-id')?.instant),
    );
    for (const occurrence of ofMaster(master, range)) if (!replaced.has(occurrence.start.instant)) yield occurrence;
  }
  for (const event of exceptions) {
    const span = spanOf(event);
    if (span !== undefined && overlaps(span, range))
      yield { ...span, component: event, recurrenceId: readTime(event, 'recurrence-id')?.text };
  }
}

/** Whether events repeat by a rule or a list of dates. */
export const isRecurring = (event: ICAL.Component): boolean => event.hasProperty('rrule') || event.hasProperty('rdate');

/** The start and end of the first occurrence. */
export function spanOf(event: ICAL.Component): Pick<Occurrence, 'start' | 'end'> | undefined {
  const start = readTime(event, 'dtstart');
  if (start === undefined) return undefined;
  const end = readTime(event, 'dtend');
  if (end !== undefined) return { start, end };
  const duration = event.getFirstPropertyValue('duration');
  const length = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : start.isDate ? DAY_MS : 0;
  return { start, end: addToTime(start, length) };
}

const overlaps = ({ start, end }: Pick<Occurrence, 'start' | 'end'>, range: TimeRange): boolean =>
  start.instant < (range.end ?? Number.POSITIVE_INFINITY) &&
  (end.instant > (range.start ?? Number.NEGATIVE_INFINITY) ||
    (start.instant === end.instant && start.instant === range.start));

function* ofMaster(master: ICAL.Component, range: TimeRange): Generator<Occurrence> {
  const span = spanOf(master);
  const first = master.getFirstPropertyValue('dtstart');
  if (span === undefined || !(first instanceof ICAL.Time)) return;
  if (!isRecurring(master)) {
    if (overlaps(span, range)) yield { ...span, component: master, recurrenceId: undefined };
    return;
  }
  const length = span.end.instant - span.start.instant;
  const zone = zoneOf(master, 'dtstart');
  const times = new ICAL.RecurExpansion({ component: master, dtstart: first });
  for (let step = 0; ; step++) {
    if (step > MAX_STEPS)
      throw new NextcloudError('TOO_LARGE', `A series repeats more than ${MAX_STEPS} times. Ask for a shorter range.`);
    // The types leave out that it is undefined after the last one.
    const time = times.next() as ICAL.Time | undefined;
    if (time === undefined) return;
    const start = describeTime(time, zone);
    if (start.instant >= (range.end ?? Number.POSITIVE_INFINITY)) return;
    const each = { start, end: addToTime(start, length) };
    if (overlaps(each, range)) yield { ...each, component: master, recurrenceId: start.text };
  }
}

function addToTime(start: ReadTime, length: number): ReadTime {
  const instant = start.instant + length;
  const { isDate, zone } = start;
  const shown = isDate || zone === undefined || !isZone(zone) ? 'UTC' : zone;
  const iso = isoIn(instant, shown);
  const text = isDate ? iso.slice(0, 10) : zone === undefined ? iso.slice(0, 19) : iso;
  return { isDate, instant, text, zone, wall: wallAt(instant, shown) };
}
