import type { ExpectedChanges, Reply, ToolCase } from '../contract.ts';
import { calendarOf, createCalendar, createEvent, newCalendarName, newEvent } from './calendar-objects.ts';

/** Matches the event that a case names by its uid or title. */
const onEvent =
  (...fields: readonly string[]) =>
  ({ event_uid, title, title_contains }: Reply): ExpectedChanges => ({
    of: [`uid ${String(event_uid)}`, `title ${String(title_contains ?? title)}`],
    fields,
  });
const onCalendar =
  (...fields: readonly string[]) =>
  ({ calendar_name }: Reply): ExpectedChanges => ({ of: [`name ${String(calendar_name)}`], fields });

const reading: readonly ToolCase[] = [
  { tool: 'nc_calendar_list_calendars', prepare: async () => ({}) },
  { tool: 'nc_calendar_list_events', prepare: async (world) => ({ calendar_name: calendarOf(world) }) },
  { tool: 'nc_calendar_get_event', prepare: async (world) => (await createEvent(world)).place },
  { tool: 'nc_calendar_get_upcoming_events', prepare: async (world) => ({ calendar_name: calendarOf(world) }) },
  {
    tool: 'nc_calendar_find_availability',
    prepare: async () => ({ duration_minutes: 30, date_range_start: '2031-03-03', date_range_end: '2031-03-04' }),
  },
];

const writing: readonly ToolCase[] = [
  { tool: 'nc_calendar_create_event', prepare: async (world) => newEvent(world), changes: onEvent('+') },
  {
    tool: 'nc_calendar_create_event',
    prepare: async (world) => ({ ...newEvent(world), recurring: true, recurrence_rule: 'FREQ=WEEKLY;COUNT=3' }),
    changes: onEvent('+'),
  },
  {
    tool: 'nc_calendar_create_meeting',
    // Without attendees: a run against a real Nextcloud must not send invitations.
    prepare: async (world) => ({
      calendar_name: calendarOf(world),
      title: world.name('meeting'),
      date: '2031-03-04',
      time: '09:30',
    }),
    changes: onEvent('+'),
  },
  {
    tool: 'nc_calendar_update_event',
    prepare: async (world) => {
      const { place, etag } = await createEvent(world);
      return { ...place, etag, title: world.name('changed'), description: '' };
    },
    changes: onEvent('title', 'description'),
  },
  {
    tool: 'nc_calendar_update_event',
    failsWith: 'STALE_ETAG',
    prepare: async (world) => {
      const { place, etag } = await createEvent(world);
      await world.call('nc_calendar_update_event', { ...place, etag, location: 'Room 2' });
      return { ...place, etag, location: 'Room 3' };
    },
  },
  {
    tool: 'nc_calendar_delete_event',
    prepare: async (world) => (await createEvent(world)).place,
    changes: onEvent('-'),
  },
];

const bulk: readonly ToolCase[] = [
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      const filter = { calendar_name: place.calendar_name, title_contains: title };
      return { operation: 'update', ...filter, new_location: 'Room 2' };
    },
    changes: onEvent('location'),
  },
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      return { operation: 'delete', calendar_name: place.calendar_name, title_contains: title };
    },
    changes: onEvent('-'),
  },
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      const filter = { calendar_name: place.calendar_name, title_contains: title };
      return { operation: 'move', ...filter, target_calendar: await createCalendar(world) };
    },
    changes: onEvent('-', '+'),
  },
  {
    // Without a filter it would delete every event.
    tool: 'nc_calendar_bulk_operations',
    failsWith: 'INVALID_ARGUMENT',
    prepare: async () => ({ operation: 'delete' }),
  },
];

const managing: readonly ToolCase[] = [
  { tool: 'nc_calendar_manage_calendar', prepare: async () => ({ action: 'list' }), changes: onCalendar() },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'create', calendar_name: newCalendarName(world) }),
    changes: onCalendar('+'),
  },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'update', calendar_name: await createCalendar(world), description: 'Two' }),
    changes: onCalendar('description'),
  },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'delete', calendar_name: await createCalendar(world) }),
    changes: onCalendar('-'),
  },
];

export const eventCases: readonly ToolCase[] = [...reading, ...writing, ...bulk, ...managing];
