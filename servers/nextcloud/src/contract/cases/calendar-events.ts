import type { ToolCase } from '../contract.ts';
import { calendarOf, createCalendar, createEvent, newCalendarName, newEvent } from './calendar-objects.ts';

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
  { tool: 'nc_calendar_create_event', prepare: async (world) => newEvent(world) },
  {
    tool: 'nc_calendar_create_event',
    prepare: async (world) => ({ ...newEvent(world), recurring: true, recurrence_rule: 'FREQ=WEEKLY;COUNT=3' }),
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
  },
  {
    tool: 'nc_calendar_update_event',
    prepare: async (world) => {
      const { place, etag } = await createEvent(world);
      return { ...place, etag, title: world.name('changed'), description: '' };
    },
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
  { tool: 'nc_calendar_delete_event', prepare: async (world) => (await createEvent(world)).place },
];

const bulk: readonly ToolCase[] = [
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      const filter = { calendar_name: place.calendar_name, title_contains: title };
      return { operation: 'update', ...filter, new_location: 'Room 2' };
    },
  },
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      return { operation: 'delete', calendar_name: place.calendar_name, title_contains: title };
    },
  },
  {
    tool: 'nc_calendar_bulk_operations',
    prepare: async (world) => {
      const { place, title } = await createEvent(world);
      const filter = { calendar_name: place.calendar_name, title_contains: title };
      return { operation: 'move', ...filter, target_calendar: await createCalendar(world) };
    },
  },
  {
    // Without a filter it would delete every event.
    tool: 'nc_calendar_bulk_operations',
    failsWith: 'INVALID_ARGUMENT',
    prepare: async () => ({ operation: 'delete' }),
  },
];

const managing: readonly ToolCase[] = [
  { tool: 'nc_calendar_manage_calendar', prepare: async () => ({ action: 'list' }) },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'create', calendar_name: newCalendarName(world) }),
  },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'update', calendar_name: await createCalendar(world), description: 'Two' }),
  },
  {
    tool: 'nc_calendar_manage_calendar',
    prepare: async (world) => ({ action: 'delete', calendar_name: await createCalendar(world) }),
  },
];

export const eventCases: readonly ToolCase[] = [...reading, ...writing, ...bulk, ...managing];
