import * as z from 'zod';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ACTION } from '../../tools/hints.ts';
import { pathName } from '../path-name.ts';
import { openCalendars } from './calendar-api.ts';
import { CalendarInfo, toInfo } from './read-tools.ts';
import { text } from './schemas.ts';

const DEFAULT_COLOR = '#1976D2';

export const manageCalendar = defineTool({
  name: 'nc_calendar_manage_calendar',
  title: 'Manage Calendar',
  description: 'Lists, creates, updates or deletes calendars. delete removes all events of the calendar.',
  hints: ACTION,
  scopes: ['calendar:write'],
  input: z.object({
    action: z.enum(['list', 'create', 'update', 'delete']).describe('What to do'),
    calendar_name: z
      .string()
      .refine((name) => name === '' || pathName.safeParse(name).success, 'a name without slashes')
      .default('')
      .describe('Name of the calendar; not for list'),
    display_name: text.default('').describe('Name to show; empty keeps it'),
    description: text.default('').describe('Description; empty keeps it'),
    color: z
      .string()
      .refine((value) => /^#[0-9a-f]{6}$/i.test(value), 'a colour such as #1976D2')
      .optional()
      .describe(`#RRGGBB; default for a new one: ${DEFAULT_COLOR}`),
  }),
  output: z.object({
    action: z.string(),
    message: z.string(),
    calendars: z.array(CalendarInfo).readonly().describe('All, or the one made or changed'),
    deleted: z.boolean().optional(),
  }),
  run: async ({ action, calendar_name: name, display_name, description, color }, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    if (action !== 'list' && name === '') throw invalidArgument(`Give calendar_name for ${action}.`);
    const readCalendar = async () => (await api.list()).filter((each) => each.name === name).map(toInfo);
    const changes = {
      ...(display_name !== '' && { displayName: display_name }),
      ...(description !== '' && { description }),
      ...(color !== undefined && { color }),
    };
    switch (action) {
      case 'list': {
        const calendars = (await api.list()).map(toInfo);
        return { action, message: `${calendars.length} calendars.`, calendars };
      }
      case 'create':
        await api.createCalendar(name, { displayName: name, color: DEFAULT_COLOR, ...changes });
        return { action, message: `Created calendar '${name}'.`, calendars: await readCalendar() };
      case 'update':
        if (Object.keys(changes).length === 0) throw invalidArgument('Give display_name, description or color.');
        if ((await readCalendar()).length === 0) throw noCalendar(name);
        await api.updateCalendar(name, changes);
        return { action, message: `Updated calendar '${name}'.`, calendars: await readCalendar() };
      case 'delete': {
        // A second delete would remove a calendar from the trash permanently.
        const deleted = (await readCalendar()).length > 0 && (await api.removeCalendar(name));
        const message = deleted
          ? `Deleted calendar '${name}'.`
          : `There was no calendar '${name}'; it is already gone.`;
        return { action, message, calendars: [], deleted };
      }
    }
  },
});

const noCalendar = (name: string): NextcloudError =>
  new NextcloudError('NOT_FOUND', `Nextcloud has no calendar '${name}'. Use a name from nc_calendar_list_calendars.`);
