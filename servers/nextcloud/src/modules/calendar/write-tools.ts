import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { mainComponentOf, newObject } from '../../ical/fields.ts';
import { parseWhen } from '../../ical/times.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, UPDATE } from '../../tools/hints.ts';
import { openCalendars } from './calendar-api.ts';
import {
  calendarName,
  EVENT_STATUSES,
  eventColor,
  minutes,
  PRIVACY,
  priority,
  text,
  uid,
  Written,
  when,
  withoutNulls,
} from './schemas.ts';
import { type EventFields, needsZone, writeEvent } from './write-event.ts';

const title = z.string().min(1).describe('Title');
const rule = z.string().describe('RRULE, such as FREQ=WEEKLY;BYDAY=MO');
const attendees = text.describe('E-mail addresses, separated by commas; Nextcloud invites them');
const categories = text.describe('Separated by commas');
const reminder = minutes.describe('Minutes before the start; 0 for no reminder');

export const createEvent = defineTool({
  name: 'nc_calendar_create_event',
  title: 'Create Calendar Event',
  description:
    "Creates an event. Times without an offset or [Zone] are in the calendar's time zone, or UTC if it has none.",
  hints: CREATE,
  scopes: ['calendar:write'],
  input: z.object({
    calendar_name: calendarName,
    title,
    start_datetime: when.min(1).describe('2026-03-29T09:00, …Z, …+02:00 or …[Europe/Berlin]; a date if all_day'),
    end_datetime: when.default('').describe('Default: 1 hour later. The last day if all_day'),
    all_day: z.boolean().default(false).describe('Whole days'),
    description: text.default('').describe('Description'),
    location: text.default('').describe('Location'),
    categories: categories.default(''),
    recurring: z.boolean().optional().describe('Whether it repeats; needs recurrence_rule'),
    recurrence_rule: rule.default(''),
    recurrence_end_date: when.default('').describe('Last day of the series'),
    reminder_minutes: reminder.default(15),
    reminder_email: z.boolean().default(false).describe('Also remind by e-mail'),
    status: z.enum(EVENT_STATUSES).default('CONFIRMED').describe('Status'),
    priority: priority.default(5).describe('1 is highest, 9 lowest, 0 none'),
    privacy: z.enum(PRIVACY).default('PUBLIC').describe('Who may see it'),
    attendees: attendees.default(''),
    url: text.default('').describe('Link'),
    color: eventColor.default('').describe('CSS colour name or #RRGGBB'),
  }),
  output: Written,
  run: ({ calendar_name, recurring, ...fields }, work) =>
    create(calendar_name, recurring === true ? { ...fields, recurring } : fields, work),
});

export const createMeeting = defineTool({
  name: 'nc_calendar_create_meeting',
  title: 'Create Meeting',
  description: "Creates an event with attendees. The time is in the calendar's time zone, or UTC if it has none.",
  hints: CREATE,
  scopes: ['calendar:write'],
  input: z.object({
    title,
    date: when.refine((day) => z.iso.date().safeParse(day).success, 'a date such as 2026-03-29').describe('2026-03-29'),
    time: when.refine((time) => /^\d{1,2}:\d{2}$/.test(time), 'a time such as 09:30').describe('09:30'),
    duration_minutes: z.int().min(1).max(40_320).default(60).describe('Length'),
    calendar_name: calendarName.default('personal'),
    attendees: attendees.default(''),
    location: text.default('').describe('Location'),
    description: text.default('').describe('Description'),
    reminder_minutes: reminder.default(15),
  }),
  output: Written,
  run: ({ calendar_name, date, time, duration_minutes, ...fields }, work) => {
    const start = `${date}T${time.padStart(5, '0')}`;
    const { wall } = parseWhen(start, 'time');
    const end = new Date(Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute + duration_minutes));
    return create(
      calendar_name,
      { ...fields, status: 'CONFIRMED', start_datetime: start, end_datetime: end.toISOString().slice(0, 16) },
      work,
    );
  },
});

const change = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().optional().describe(description);

export const updateEvent = defineTool({
  name: 'nc_calendar_update_event',
  title: 'Update Calendar Event',
  description:
    'Changes the fields that are given; null keeps a field, an empty text clears it. A recurring event changes as a series. Fails without writing when the event has changed since it was read.',
  hints: UPDATE,
  scopes: ['calendar:write'],
  input: z.object({
    calendar_name: calendarName,
    event_uid: uid.describe('uid of the event'),
    title: change(title, 'New title'),
    start_datetime: change(when.min(1), 'New start; keeps the length if there is no new end'),
    end_datetime: change(when.min(1), 'New end'),
    all_day: change(z.boolean(), 'Whole days'),
    description: change(text, 'New description'),
    location: change(text, 'New location'),
    categories: change(text, 'New categories, separated by commas'),
    recurring: change(z.boolean(), 'false ends the repetition'),
    recurrence_rule: change(rule, 'New RRULE'),
    reminder_minutes: change(minutes, 'Minutes before the start; 0 removes reminders'),
    reminder_email: change(z.boolean(), 'Also remind by e-mail'),
    status: change(z.enum(EVENT_STATUSES), 'New status'),
    priority: change(priority, '1 is highest, 9 lowest, 0 none'),
    privacy: change(z.enum(PRIVACY), 'Who may see it'),
    attendees: change(text, 'All attendees, separated by commas'),
    url: change(text, 'New link'),
    color: change(eventColor, 'CSS colour name or #RRGGBB'),
    etag: z.string().default('').describe('Etag of the event as you read it'),
  }),
  output: Written,
  run: async ({ calendar_name, event_uid, etag, ...rest }, { nextcloud, signal, now }) => {
    const fields: EventFields = withoutNulls(rest);
    if (Object.values(fields).every((value) => value === undefined))
      throw invalidArgument('Give at least one field to change.');
    const api = await openCalendars(nextcloud, signal);
    const object = await api.get(calendar_name, 'VEVENT', event_uid);
    const zone = needsZone(fields) ? await api.zoneOf(calendar_name) : 'UTC';
    writeEvent(mainComponentOf(object.ical, 'vevent'), fields, { zone, now: now(), email: api.mailAddresses[0] });
    const written = await api.update(object, { etag: etag || object.etag }, `event '${event_uid}'`);
    return { uid: event_uid, ...written };
  },
});

export const deleteEvent = defineTool({
  name: 'nc_calendar_delete_event',
  title: 'Delete Calendar Event',
  description: 'Deletes an event, a recurring one as a whole series. Says so where it was gone already.',
  hints: DELETE,
  scopes: ['calendar:write'],
  input: z.object({ calendar_name: calendarName, event_uid: uid.describe('uid of the event') }),
  output: Deleted,
  run: async ({ calendar_name, event_uid }, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    const object = await api.find(calendar_name, 'VEVENT', event_uid);
    const what = `event '${event_uid}' in calendar '${calendar_name}'`;
    return toDeleted(what, object !== undefined && (await api.remove(object, what)));
  },
});

async function create(calendar: string, fields: EventFields, { nextcloud, signal, now }: Work) {
  const api = await openCalendars(nextcloud, signal);
  const id = randomUUID();
  const ical = newObject('vevent', id);
  const context = { zone: await api.zoneOf(calendar), now: now(), email: api.mailAddresses[0], isNew: true };
  writeEvent(mainComponentOf(ical, 'vevent'), fields, context);
  return { uid: id, ...(await api.create(calendar, ical)) };
}
