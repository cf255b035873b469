import ICAL from 'ical.js';
import { child, childrenOf, element, type XmlElement } from '../../dav/xml.ts';
import { occurrencesOf, type TimeRange } from '../../ical/occurrences.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import { fromUtc } from '../../ical/times.ts';
import { type EmulatorReply, json } from '../app.ts';
import type { Collection, StoredObject } from './collection.ts';
import { davHref, multistatus, response } from './multistatus.ts';

const PRODID = '-//Sabre//Sabre VObject 4.5.6//EN';

/** Supports the reports that were recorded from a real server; others are refused. */
export function report(
  query: XmlElement | undefined,
  collection: Collection,
  path: readonly string[],
  now: Date,
): EmulatorReply {
  if (query?.name === 'c:free-busy-query') {
    const body = freeBusy([collection], rangeOf(query), now).toString();
    return { status: 200, headers: { 'content-type': 'text/calendar;charset=UTF-8' }, body: `${body}\r\n` };
  }
  if (query?.name !== 'c:calendar-query')
    return json({ message: `The emulator does not support the report ${query?.name ?? ''}.` }, 501);
  const filter = child(child(child(query, 'c:filter'), 'c:comp-filter'), 'c:comp-filter');
  const data = child(child(query, 'd:prop'), 'c:calendar-data');
  const expand = child(data, 'c:expand');
  return multistatus(
    [...collection.objects]
      .filter(([, object]) => matches(object, filter))
      .map(([file, { data: stored, etag }]) =>
        response(davHref(...path, file), [
          element('d:getetag', `"${etag}"`),
          element('c:calendar-data', expand === undefined ? stored.replaceAll('\r', '') : expanded(stored, expand)),
        ]),
      ),
  );
}

/** A VFREEBUSY of the events in these calendars. */
export function freeBusy(collections: Iterable<Collection>, range: TimeRange, now: Date): ICAL.Component {
  const calendar = newCalendar();
  const component = new ICAL.Component('vfreebusy');
  calendar.addSubcomponent(component);
  component.addPropertyWithValue('dtstart', utc(range.start ?? 0));
  component.addPropertyWithValue('dtend', utc(range.end ?? 0));
  component.addPropertyWithValue('dtstamp', utc(now.getTime()));
  const busy = [...collections]
    .flatMap(({ objects }) => [...objects.values()])
    .flatMap(({ data }) => [...occurrencesOf(parseIcal(data, 'an object'), range)])
    .filter(({ component: event }) => !isFree(event))
    .toSorted((one, other) => one.start.instant - other.start.instant);
  for (const { component: event, start, end } of busy) {
    const property = new ICAL.Property('freebusy');
    property.setValue(ICAL.Period.fromData({ start: utc(start.instant), end: utc(end.instant) }));
    if (event.getFirstPropertyValue('status') === 'TENTATIVE') property.setParameter('fbtype', 'BUSY-TENTATIVE');
    component.addProperty(property);
  }
  return calendar;
}

const isFree = (event: ICAL.Component): boolean =>
  event.getFirstPropertyValue('transp') === 'TRANSPARENT' || event.getFirstPropertyValue('status') === 'CANCELLED';

function matches({ data }: StoredObject, filter: XmlElement | undefined): boolean {
  const kind = filter?.attributes['name'];
  if (filter === undefined || kind === undefined) return true;
  const calendar = parseIcal(data, 'an object');
  const components = calendar.getAllSubcomponents(kind.toLowerCase());
  if (components.length === 0) return false;
  const hasProps = childrenOf(filter, 'c:prop-filter').every((wanted) => {
    const text = child(wanted, 'c:text-match')?.text ?? '';
    return components.some((each) =>
      String(each.getFirstPropertyValue((wanted.attributes['name'] ?? '').toLowerCase()) ?? '').includes(text),
    );
  });
  if (!hasProps || child(filter, 'c:time-range') === undefined || kind !== 'VEVENT') return hasProps;
  return occurrencesOf(calendar, rangeOf(filter)).next().done !== true;
}

function expanded(data: string, expand: XmlElement): string {
  const result = newCalendar();
  for (const { component, start, end, recurrenceId } of occurrencesOf(parseIcal(data, 'an object'), toRange(expand))) {
    // A copy: the same component describes the other occurrences too.
    const event = new ICAL.Component(structuredClone(component.toJSON() as unknown[]));
    for (const name of ['rrule', 'rdate', 'exdate']) event.removeAllProperties(name);
    if (!start.isDate) {
      event.updatePropertyWithValue('dtstart', utc(start.instant)).removeParameter('tzid');
      if (event.hasProperty('dtend')) event.updatePropertyWithValue('dtend', utc(end.instant)).removeParameter('tzid');
      if (recurrenceId !== undefined) event.updatePropertyWithValue('recurrence-id', utc(start.instant));
    }
    result.addSubcomponent(event);
  }
  return `${result.toString()}\r\n`;
}

function newCalendar(): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', PRODID);
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  return calendar;
}

const rangeOf = (parent: XmlElement): TimeRange => {
  const found = child(parent, 'c:time-range');
  return found === undefined ? {} : toRange(found);
};

const toRange = ({ attributes }: XmlElement): TimeRange => ({
  start: instantOf(attributes['start']),
  end: instantOf(attributes['end']),
});

const instantOf = (stamp: string | undefined): number | undefined =>
  stamp === undefined
    ? undefined
    : Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const utc = (instant: number): ICAL.Time =>
  new ICAL.Time({ ...fromUtc(instant), isDate: false }, ICAL.Timezone.utcTimezone);
