import type ICAL from 'ical.js';
import { invalidArgument } from '../../errors.ts';
import { spanOf } from '../../ical/occurrences.ts';
import { addDays, fromUtc, parseWhen, type ReadTime, setTime, toInstant, type When } from '../../ical/times.ts';
import { isZone, utcOf, wallAt } from '../../ical/zones.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Span {
  readonly start?: string | undefined;
  /** The last day of an all-day event is included. */
  readonly end?: string | undefined;
  readonly allDay?: boolean | undefined;
}

/** Sets DTSTART and DTEND. A new start keeps the duration; the default duration is an hour, or one day. */
export function setSpan(event: ICAL.Component, span: Span, zone: string): void {
  const before = spanOf(event);
  const allDay = span.allDay ?? before?.start.isDate ?? false;
  const start = span.start ? parseWhen(span.start, 'start_datetime') : before && toWhen(before.start);
  if (start === undefined) throw invalidArgument('Give start_datetime.');
  const end = span.end ? parseWhen(span.end, 'end_datetime') : undefined;
  if (allDay) setDays(event, start, end, before?.start.isDate === true ? lengthOf(before) : DAY_MS);
  else setTimes(event, start, end, before?.start.isDate === false ? lengthOf(before) : HOUR_MS, zone);
  event.removeAllProperties('duration');
}

function setDays(event: ICAL.Component, start: When, end: When | undefined, length: number): void {
  const first = dayOf(start);
  const afterLast = end === undefined ? fromUtc(utcOf(first) + length) : addDays(dayOf(end), 1);
  if (utcOf(afterLast) <= utcOf(first)) throw endBeforeStart();
  setTime(event, 'dtstart', { kind: 'date', wall: first }, 'UTC');
  setTime(event, 'dtend', { kind: 'date', wall: afterLast }, 'UTC');
}

function setTimes(event: ICAL.Component, start: When, end: When | undefined, length: number, zone: string): void {
  for (const [name, when] of [
    ['start_datetime', start],
    ['end_datetime', end],
  ] as const)
    if (when?.kind === 'date') throw invalidArgument(`${name} has no time of day. Add one, or set all_day to true.`);
  const from = toInstant(start, zone);
  const startZone = (start.kind === 'time' ? start.zone : undefined) ?? zone;
  const until = end === undefined ? from + length : toInstant(end, startZone);
  if (until < from) throw endBeforeStart();
  setTime(event, 'dtstart', start, zone);
  setTime(event, 'dtend', end ?? { kind: 'time', wall: wallAt(until, startZone), zone: startZone }, startZone);
}

const toWhen = ({ isDate, instant, zone, wall }: ReadTime): When => {
  if (isDate) return { kind: 'date', wall };
  return zone !== undefined && isZone(zone)
    ? { kind: 'time', wall, zone }
    : { kind: 'time', wall: fromUtc(instant), zone: 'UTC' };
};

const dayOf = ({ wall }: When) => ({ ...wall, hour: 0, minute: 0, second: 0 });

const lengthOf = ({ start, end }: { readonly start: ReadTime; readonly end: ReadTime }): number =>
  end.instant - start.instant;

const endBeforeStart = (): Error => invalidArgument('end_datetime is before start_datetime.');
