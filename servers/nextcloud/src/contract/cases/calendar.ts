import type { ModuleContract } from '../contract.ts';
import { eventCases } from './calendar-events.ts';
import { beginCalendar, observeCalendars } from './calendar-objects.ts';
import { todoCases } from './calendar-todos.ts';

export const calendarContract: ModuleContract = {
  module: 'calendar',
  begin: beginCalendar,
  observe: observeCalendars,
  cases: [...eventCases, ...todoCases],
};
