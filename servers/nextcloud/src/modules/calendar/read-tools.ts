import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { pathName } from '../path-name.ts';
import { type CalendarApi, openCalendars } from './calendar-api.ts';
import type { Calendar, ComponentName } from './calendar-xml.ts';
import { eventFilter, parseRange } from './filters.ts';
import { eventsIn, type FoundEvent, toEvent, wholeEvent } from './read-event.ts';
import { calendarName, EVENT_STATUSES, Event, Events, minutes, text, uid, when } from './schemas.ts';

export const CalendarInfo = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  color: z.string(),
  components: z.array(z.string()).readonly(),
  timezone: z.string().optional(),
  href: z.string(),
});

export const listCalendars = defineTool({
  name: 'nc_calendar_list_calendars',
  title: 'List Calendars',
  description: 'Lists your calendars. Other tools take their name.',
  hints: READ,
  scopes: ['calendar:read'],
  output: z.object({ calendars: z.array(CalendarInfo).readonly(), total_count: z.number() }),
  run: async (_, { nextcloud, signal }) => {
    const calendars = (await (await openCalendars(nextcloud, signal)).list()).map(toInfo);
    return { calendars, total_count: calendars.length };
  },
});

const limit = (most: number) => z.int().min(1).max(500).default(most).describe('At most so many');

export const listEvents = defineTool({
  name: 'nc_calendar_list_events',
  title: 'List Calendar Events',
  description:
    'Lists events that match every filter, in order of time. With dates, recurring events are listed once per occurrence; without, once as a series.',
  hints: READ,
  scopes: ['calendar:read'],
  input: z.object({
    calendar_name: calendarName,
    start_date: when.default('').describe('First day, or time'),
    end_date: when.default('').describe('Last day (included), or time'),
    limit: limit(50),
    min_attendees: z.int().min(0).nullable().optional().describe('At least so many attendees'),
    min_duration_minutes: minutes.nullable().optional().describe('At least so long'),
    categories: text.nullable().optional().describe('Any of these, separated by commas'),
    status: z.enum(EVENT_STATUSES).nullable().optional().describe('Status'),
    title_contains: text.nullable().optional().describe('Part of the title'),
    location_contains: text.nullable().optional().describe('Part of the location'),
    search_all_calendars: z.boolean().default(false).describe('Search every calendar, not only calendar_name'),
  }),
  output: Events,
  run: async ({ calendar_name, start_date, end_date, limit: most, search_all_calendars, ...filters }, work) => {
    const api = await openCalendars(work.nextcloud, work.signal);
    const all = search_all_calendars ? await calendarsFor(api, 'VEVENT') : undefined;
    const range = parseRange(start_date, end_date, await zoneFor(api, all ?? calendar_name, start_date + end_date));
    const names = all?.map(({ name }) => name) ?? [calendar_name];
    const objects = (await Promise.all(names.map((name) => api.query(name, 'VEVENT', { range })))).flat();
    return toEvents(eventsIn(objects, range, eventFilter(filters), most), most);
  },
});

export const getEvent = defineTool({
  name: 'nc_calendar_get_event',
  title: 'Get Calendar Event',
  description: 'Reads an event, with the etag for an update. A recurring event is shown as a series.',
  hints: READ,
  scopes: ['calendar:read'],
  input: z.object({ calendar_name: calendarName, event_uid: uid.describe('uid of the event') }),
  output: Event,
  run: async ({ calendar_name, event_uid }, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    const event = wholeEvent(await api.get(calendar_name, 'VEVENT', event_uid));
    if (event !== undefined) return toEvent(event);
    throw new NextcloudError('UNEXPECTED_REPLY', `The event '${event_uid}' has no start.`);
  },
});

export const getUpcomingEvents = defineTool({
  name: 'nc_calendar_get_upcoming_events',
  title: 'Get Upcoming Events',
  description: 'Lists the next events from now on, in order of time, each occurrence of a recurring one.',
  hints: READ,
  scopes: ['calendar:read'],
  input: z.object({
    calendar_name: z
      .string()
      .refine((name) => name === '' || pathName.safeParse(name).success, 'a name without slashes')
      .default('')
      .describe('Name of the calendar; empty for all'),
    days_ahead: z.int().min(1).max(3_660).default(7).describe('How many days to look ahead'),
    limit: limit(10),
  }),
  output: Events,
  run: async ({ calendar_name, days_ahead, limit: most }, { nextcloud, signal, now }) => {
    const api = await openCalendars(nextcloud, signal);
    const names = calendar_name ? [calendar_name] : (await calendarsFor(api, 'VEVENT')).map(({ name }) => name);
    const start = now().getTime();
    const range = { start, end: start + days_ahead * 86_400_000 };
    const objects = (await Promise.all(names.map((name) => api.query(name, 'VEVENT', { range })))).flat();
    return toEvents(eventsIn(objects, range, eventFilter({}), most), most);
  },
});

export const toInfo = ({ displayName, isTransparent: _, timezone, ...calendar }: Calendar) => ({
  ...calendar,
  display_name: displayName,
  ...(timezone !== undefined && { timezone }),
});

export const calendarsFor = async (api: CalendarApi, component: ComponentName): Promise<readonly Calendar[]> =>
  (await api.list()).filter(({ components }) => components.includes(component));

/** The zone for dates; requested only if a date was given. */
export async function zoneFor(api: CalendarApi, where: string | readonly Calendar[], dates: string): Promise<string> {
  if (dates === '') return 'UTC';
  if (typeof where === 'string') return api.zoneOf(where);
  return where.find(({ timezone }) => timezone !== undefined)?.timezone ?? 'UTC';
}

const toEvents = (found: readonly FoundEvent[], most: number) => {
  const events = found.slice(0, most).map(toEvent);
  return { events, total_count: events.length, has_more: found.length > most };
};
