import ICAL from 'ical.js';
import { invalidArgument } from '../errors.ts';
import { instantAt, isZone, offsetAt, toVtimezone, utcOf, type WallTime, wallAt } from './zones.ts';

/** A point in time as a caller writes it. `zone` is missing where a wall time was given without one. */
export type When =
  | { readonly kind: 'date'; readonly wall: WallTime }
  | { readonly kind: 'time'; readonly wall: WallTime; readonly zone: string | undefined };

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?(?:\[([^\]]+)\])?)?$/i;

/**
 * Reads `2026-03-29`, `2026-03-29T09:00`, `…Z`, `…+02:00` or `…[Europe/Berlin]`.
 *
 * @example
 * parseWhen('2026-03-29T09:00[Europe/Berlin]', 'start_datetime')
 */
export function parseWhen(text: string, name: string): When {
  const found = PATTERN.exec(text.trim());
  const problem = (): Error =>
    invalidArgument(`${name} is '${text}'. Give a date (2026-03-29) or a time (2026-03-29T09:00, …Z, …+02:00).`);
  if (found === null) throw problem();
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset, zone] = found;
  const wall: WallTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
  if (!sameWall(fromUtc(utcOf(wall)), wall)) throw problem();
  if (found[4] === undefined) return { kind: 'date', wall };
  if (zone !== undefined && !isZone(zone))
    throw invalidArgument(
      `${name} names the time zone '${zone}', which does not exist. Use one such as Europe/Berlin.`,
    );
  if (offset === undefined) return { kind: 'time', wall, zone };
  const instant = utcOf(wall) - parseOffset(offset);
  return zone === undefined
    ? { kind: 'time', wall: fromUtc(instant), zone: 'UTC' }
    : { kind: 'time', wall: wallAt(instant, zone), zone };
}

/** The instant of a time; a date means midnight in the zone. */
export const toInstant = (when: When, zone: string): number =>
  instantAt(when.wall, when.kind === 'time' ? (when.zone ?? zone) : zone);

/** The start of a day, or of the next day for ranges that include the last day. */
export function rangeEdge(text: string, name: string, zone: string, edge: 'start' | 'end'): number {
  const when = parseWhen(text, name);
  if (when.kind === 'time' || edge === 'start') return toInstant(when, zone);
  return instantAt(addDays(when.wall, 1), zone);
}

export const addDays = (wall: WallTime, days: number): WallTime => fromUtc(utcOf(wall) + days * 86_400_000);

export const fromUtc = (instant: number): WallTime => wallAt(instant, 'UTC');

/** Sets DTSTART, DTEND or DUE; a zone other than UTC is described in the calendar, as RFC 5545 requires. */
export function setTime(component: ICAL.Component, name: string, when: When, defaultZone: string): void {
  component.removeAllProperties(name);
  const property = new ICAL.Property(name);
  if (when.kind === 'date') {
    property.resetType('date');
    property.setValue(new ICAL.Time({ ...when.wall, isDate: true }, ICAL.Timezone.localTimezone));
  } else {
    const zone = when.zone ?? defaultZone;
    const isUtc = zone === 'UTC';
    property.setValue(
      new ICAL.Time({ ...when.wall, isDate: false }, isUtc ? ICAL.Timezone.utcTimezone : ICAL.Timezone.localTimezone),
    );
    if (!isUtc) {
      property.setParameter('tzid', zone);
      describeZone(component.parent, zone, when.wall.year);
    }
  }
  component.addProperty(property);
}

/** The time of a property. */
export interface ReadTime {
  readonly isDate: boolean;
  /** Midnight in UTC for a date; a time without a zone is read as UTC. */
  readonly instant: number;
  /** ISO 8601 with the offset of its zone. */
  readonly text: string;
  readonly zone: string | undefined;
  readonly wall: WallTime;
}

export function readTime(component: ICAL.Component, name: string): ReadTime | undefined {
  const property = component.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!(value instanceof ICAL.Time)) return undefined;
  return describeTime(value, zoneOf(component, name));
}

/** The TZID of a property, `UTC`, or `undefined` for a date or a floating time. */
export function zoneOf(component: ICAL.Component, name: string): string | undefined {
  const property = component.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!(value instanceof ICAL.Time) || value.isDate) return undefined;
  return property?.getFirstParameter('tzid') ?? (value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : undefined);
}

export function describeTime(time: ICAL.Time, zone: string | undefined): ReadTime {
  const { year, month, day, hour, minute, second, isDate } = time;
  const wall: WallTime = { year, month, day, hour, minute, second };
  if (isDate) return { isDate, instant: utcOf(wall), text: isoOf(wall).slice(0, 10), zone: undefined, wall };
  const instant = instantOf(time, zone);
  const offset = zone === undefined ? '' : zone === 'UTC' ? 'Z' : offsetText(utcOf(wall) - instant);
  return { isDate, instant, text: `${isoOf(wall)}${offset}`, zone, wall };
}

/** ISO 8601 in a zone: `2026-03-29T09:00:00+02:00`. */
export const isoIn = (instant: number, zone: string): string =>
  `${isoOf(wallAt(instant, zone))}${zone === 'UTC' ? 'Z' : offsetText(offsetAt(instant, zone))}`;

/** The offset of a zone: for IANA zones from this machine's rules, which cover every year, for others from the object's VTIMEZONE. */
function instantOf(time: ICAL.Time, zone: string | undefined): number {
  const { year, month, day, hour, minute, second } = time;
  const wall = { year, month, day, hour, minute, second };
  if (zone !== undefined && isZone(zone)) return instantAt(wall, zone);
  return utcOf(wall) - time.utcOffset() * 1000;
}

function describeZone(calendar: ICAL.Component | null, zone: string, year: number): void {
  const isKnown = calendar
    ?.getAllSubcomponents('vtimezone')
    .some((each) => each.getFirstPropertyValue('tzid') === zone);
  if (isKnown === false) calendar?.addSubcomponent(toVtimezone(zone, year));
}

const isoOf = (wall: WallTime): string => new Date(utcOf(wall)).toISOString().slice(0, 19);

function parseOffset(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const sameWall = (one: WallTime, other: WallTime): boolean => utcOf(one) === utcOf(other) && one.day === other.day;
