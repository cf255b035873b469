import { randomUUID } from 'node:crypto';
import type ICAL from 'ical.js';
import { createDavClient, type DavObject, type Precondition, toEncodedPath } from '../../dav/dav-client.ts';
import { findHomes, type Homes } from '../../dav/homes.ts';
import { davText, parseMultistatus } from '../../dav/multistatus.ts';
import { buildXml, child, element } from '../../dav/xml.ts';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import type { TimeRange } from '../../ical/occurrences.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import {
  CALENDAR_PROPS,
  type Calendar,
  type CalendarChanges,
  type ComponentName,
  timeRange,
  toCalendar,
  toProps,
  toQuery,
  zoneIn,
} from './calendar-xml.ts';

/** An object of a calendar: an event with its exceptions, or a todo. */
export interface CalendarObject extends Pick<DavObject, 'file' | 'path' | 'etag'> {
  readonly calendar: string;
  readonly ical: ICAL.Component;
}

const TYPE = 'text/calendar; charset=utf-8';
export type CalendarApi = Awaited<ReturnType<typeof openCalendars>>;

/** The calendars of the signed-in user. */
export async function openCalendars(nextcloud: Nextcloud, signal: AbortSignal) {
  const dav = createDavClient(nextcloud, signal);
  const homes: Homes = await findHomes(nextcloud, signal);
  const at = (calendar: string, ...rest: readonly string[]) => ({
    path: [...homes.calendars, calendar, ...rest],
    what: `calendar '${calendar}'`,
  });
  const list = async (): Promise<readonly Calendar[]> =>
    (await dav.propfind({ path: [...homes.calendars, ''], what: 'your calendars' }, '1', CALENDAR_PROPS))
      .filter(({ props }) => child(props.get('d:resourcetype'), 'c:calendar') !== undefined)
      .map((resource) => toCalendar(resource, homes.calendars));
  const query = async (
    calendar: string,
    component: ComponentName,
    wanted: { readonly range?: TimeRange; readonly uid?: string } = {},
  ): Promise<readonly CalendarObject[]> =>
    (await dav.query(at(calendar, ''), toQuery(component, wanted), 'c:calendar-data')).map(({ data, ...object }) => ({
      ...object,
      calendar,
      ical: parseIcal(data, object.file),
    }));
  const find = async (calendar: string, component: ComponentName, uid: string): Promise<CalendarObject | undefined> =>
    // The server also matches parts of a UID.
    (await query(calendar, component, { uid })).find(({ ical }) =>
      ical.getAllSubcomponents(component.toLowerCase()).some((each) => each.getFirstPropertyValue('uid') === uid),
    );
  return {
    list,
    query,
    find,
    outbox: homes.outbox,
    /** The user's own mail addresses, lower case. */
    mailAddresses: homes.addresses.filter((each) => /^mailto:/i.test(each)).map((each) => each.slice(7).toLowerCase()),
    addresses: homes.addresses,
    get: async (calendar: string, component: ComponentName, uid: string): Promise<CalendarObject> => {
      const found = await find(calendar, component, uid);
      const kind = component === 'VEVENT' ? 'event' : 'todo';
      if (found !== undefined) return found;
      throw new NextcloudError(
        'NOT_FOUND',
        `Calendar '${calendar}' has no ${kind} with the uid '${uid}'. List its ${kind}s and use a uid from there.`,
      );
    },
    /** The time zone for times without one: that of the calendar, else UTC. */
    zoneOf: async (calendar: string): Promise<string> => {
      const [found] = await dav.propfind(at(calendar, ''), '0', ['c:calendar-timezone']);
      return (found === undefined ? undefined : zoneIn(davText(found, 'c:calendar-timezone'))) ?? 'UTC';
    },
    create: async (calendar: string, ical: ICAL.Component) => {
      const target = at(calendar, `${randomUUID()}.ics`);
      const etag = await dav.put(target, `${ical.toString()}\r\n`, TYPE, 'new');
      return { href: toEncodedPath(target.path), etag };
    },
    update: async ({ path, ical }: CalendarObject, only: Precondition, what: string) => {
      const etag = await dav.put({ path, what }, `${ical.toString()}\r\n`, TYPE, only);
      return { href: toEncodedPath(path), etag };
    },
    remove: ({ path, etag }: CalendarObject, what: string): Promise<boolean> => dav.remove({ path, what }, etag),
    move: ({ path, etag }: CalendarObject, calendar: string, what: string): Promise<void> =>
      dav.move({ path, what }, at(calendar, `${randomUUID()}.ics`).path, etag),
    createCalendar: async (name: string, changes: CalendarChanges): Promise<void> => {
      const components = ['VEVENT', 'VTODO'].map((each) => element('c:comp', [], { name: each }));
      const props = [...toProps(changes), element('c:supported-calendar-component-set', components)];
      const body = element('c:mkcalendar', [element('d:set', [element('d:prop', props)])]);
      await dav.send(at(name, ''), 'MKCALENDAR', body);
    },
    updateCalendar: async (name: string, changes: CalendarChanges): Promise<void> => {
      const body = element('d:propertyupdate', [element('d:set', [element('d:prop', toProps(changes))])]);
      const [result] = parseMultistatus(await dav.send(at(name, ''), 'PROPPATCH', body));
      const refused = toProps(changes).filter((prop) => result?.props.has(prop.name) !== true);
      if (refused.length > 0)
        throw new NextcloudError('NOT_ALLOWED', `Nextcloud did not accept the new values for calendar '${name}'.`);
    },
    removeCalendar: (name: string): Promise<boolean> => dav.remove(at(name, '')),
    freeBusy: async (calendar: string, range: Required<TimeRange>): Promise<ICAL.Component> => {
      const { text } = await nextcloud.request({
        ...at(calendar, ''),
        method: 'REPORT',
        headers: { 'content-type': 'application/xml; charset=utf-8', depth: '1' },
        body: buildXml(element('c:free-busy-query', [timeRange(range)])),
        signal,
      });
      return parseIcal(text, 'the free time');
    },
    askOutbox: (path: readonly string[], ical: ICAL.Component, headers: Readonly<Record<string, string>>) =>
      nextcloud.request({
        method: 'POST',
        path: [...path, ''],
        headers: { 'content-type': TYPE, ...headers },
        body: `${ical.toString()}\r\n`,
        what: 'the free time of others',
        isRepeatable: true,
        signal,
      }),
  };
}
