import ICAL from 'ical.js';

/** A local date and time without a zone. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Whether a name is a time zone of the IANA database, such as `Europe/Berlin`. */
export const isZone = (name: string): boolean => formatFor(name) !== undefined;

/** The wall time of an instant in a zone. */
export function wallAt(instant: number, zone: string): WallTime {
  const parts = new Map(
    (formatFor(zone)?.formatToParts(instant) ?? []).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** The instant of a local time in a zone. A skipped time uses the offset before the change, a repeated one the first instant. */
export function instantAt(wall: WallTime, zone: string): number {
  const asUtc = utcOf(wall);
  const before = offsetAt(asUtc - DAY_MS, zone);
  for (const offset of [before, offsetAt(asUtc + DAY_MS, zone)])
    if (offsetAt(asUtc - offset, zone) === offset) return asUtc - offset;
  return asUtc - before;
}

/** The UTC offset of a zone at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000;
  return utcOf(wallAt(whole, zone)) - whole;
}

export const utcOf = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * The VTIMEZONE of a zone for an event in this year: yearly rules if they describe the changes of the next years, else single
 * changes.
 */
export function toVtimezone(zone: string, year: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone');
  component.addPropertyWithValue('tzid', zone);
  const changes = changesIn(zone, year - 1);
  if (changes.length === 0 && changesIn(zone, year).length === 0) {
    const offset = offsetAt(Date.UTC(year, 0, 1), zone);
    component.addSubcomponent(observance({ at: Date.UTC(1970, 0, 1) - offset, before: offset, after: offset }));
    return component;
  }
  const rules = changes.map((change) => ruleOf(change, zone));
  if (changes.length === 2 && rules.every((rule) => rule !== undefined))
    for (const [index, change] of changes.entries()) component.addSubcomponent(observance(change, rules[index]));
  else
    for (let each = year - 1; each <= year + 5; each++)
      for (const change of changesIn(zone, each)) component.addSubcomponent(observance(change));
  return component;
}

interface Change {
  readonly at: number;
  /** Offsets in milliseconds. */
  readonly before: number;
  readonly after: number;
}

function changesIn(zone: string, year: number): readonly Change[] {
  const changes: Change[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
    const [before, after] = [offsetAt(day, zone), offsetAt(day + DAY_MS, zone)];
    if (before === after) continue;
    let [low, high] = [day, day + DAY_MS];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

/** `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, if it also describes the changes of the next years. */
function ruleOf(change: Change, zone: string): string | undefined {
  const here = placeInMonth(change);
  const next = [1, 2, 3, 4].map((years) =>
    changesIn(zone, here.year + years)
      .map(placeInMonth)
      .find(({ month }) => month === here.month),
  );
  for (const week of here.isLast ? ['-1', String(here.week)] : [String(here.week)]) {
    const fits = next.every(
      (place) => place?.weekday === here.weekday && (week === '-1' ? place.isLast : String(place.week) === week),
    );
    if (fits) return `FREQ=YEARLY;BYMONTH=${here.month};BYDAY=${week}${WEEKDAYS[here.weekday]}`;
  }
  return undefined;
}

function placeInMonth({ at, before }: Change) {
  const date = new Date(at + before);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { year, month, weekday: date.getUTCDay(), week: Math.ceil(day / 7), isLast: day + 7 > days };
}

function observance({ at, before, after }: Change, rule?: string): ICAL.Component {
  const component = new ICAL.Component(after > before ? 'daylight' : 'standard');
  const start = new Date(at + before).toISOString().slice(0, 19);
  component.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(start));
  component.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before / 1000));
  component.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after / 1000));
  if (rule !== undefined) component.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  return component;
}

function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, createFormat(zone));
  return formats.get(zone);
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}
