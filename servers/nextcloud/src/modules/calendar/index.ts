import type { Module } from '../module.ts';
import { findAvailability } from './availability-tool.ts';
import { bulkOperations } from './bulk-tool.ts';
import { manageCalendar } from './manage-tool.ts';
import { getEvent, getUpcomingEvents, listCalendars, listEvents } from './read-tools.ts';
import { calendarResources } from './resources.ts';
import { createTodo, deleteTodo, listTodos, searchTodos, updateTodo } from './todo-tools.ts';
import { createEvent, createMeeting, deleteEvent, updateEvent } from './write-tools.ts';
export const calendar: Module = {
  name: 'calendar',
  resources: calendarResources,
  app: undefined,
  tools: [
    listCalendars,
    createEvent,
    listEvents,
    getEvent,
    updateEvent,
    deleteEvent,
    createMeeting,
    getUpcomingEvents,
    findAvailability,
    bulkOperations,
    manageCalendar,
    listTodos,
    createTodo,
    updateTodo,
    deleteTodo,
    searchTodos,
  ],
};
