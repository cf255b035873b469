import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { mainComponentOf, newObject } from '../../ical/fields.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, READ, UPDATE } from '../../tools/hints.ts';
import { openCalendars } from './calendar-api.ts';
import { calendarsFor } from './read-tools.ts';
import { calendarName, priority, TODO_STATUSES, Todo, text, uid, Written, when, withoutNulls } from './schemas.ts';
import { todoFilter, toTodo, writeTodo } from './todos.ts';

const READ_SCOPES = ['todo:read', 'calendar:read'] as const;
const WRITE_SCOPES = ['todo:write', 'calendar:read'] as const;

const filters = {
  status: z.enum(TODO_STATUSES).nullable().optional().describe('Status'),
  min_priority: z.int().min(1).max(9).nullable().optional().describe('At least so important: 1 is highest, 9 lowest'),
  categories: text.nullable().optional().describe('Any of these, separated by commas'),
  summary_contains: text.nullable().optional().describe('Part of the summary'),
};
const time = when.describe('Date or time, such as 2026-03-29 or 2026-03-29T09:00');
const todoUid = uid.describe('uid of the todo');
const Todos = z.object({ todos: z.array(Todo).readonly(), total_count: z.number() });

export const listTodos = defineTool({
  name: 'nc_calendar_list_todos',
  title: 'List Todo Tasks',
  description: 'Lists the todos of a calendar that match every filter.',
  hints: READ,
  scopes: READ_SCOPES,
  input: z.object({ calendar_name: calendarName, ...filters }),
  output: Todos.extend({ calendar_name: z.string() }),
  run: async ({ calendar_name, ...wanted }, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    const todos = (await api.query(calendar_name, 'VTODO')).filter(todoFilter(wanted)).map(toTodo);
    return { calendar_name, todos, total_count: todos.length };
  },
});

export const searchTodos = defineTool({
  name: 'nc_calendar_search_todos',
  title: 'Search Todo Tasks',
  description: 'Finds todos in all calendars that match every filter.',
  hints: READ,
  scopes: READ_SCOPES,
  input: z.object(filters),
  output: Todos,
  run: async (wanted, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    const calendars = await calendarsFor(api, 'VTODO');
    const found = await Promise.all(calendars.map(({ name }) => api.query(name, 'VTODO')));
    const todos = found.flat().filter(todoFilter(wanted)).map(toTodo);
    return { todos, total_count: todos.length };
  },
});

export const createTodo = defineTool({
  name: 'nc_calendar_create_todo',
  title: 'Create Todo Task',
  description: "Creates a todo. Times without an offset are in the calendar's time zone, or UTC if it has none.",
  hints: CREATE,
  scopes: WRITE_SCOPES,
  input: z.object({
    calendar_name: calendarName,
    summary: z.string().min(1).describe('What is to be done'),
    description: text.default('').describe('Description'),
    status: z.enum(TODO_STATUSES).default('NEEDS-ACTION').describe('Status'),
    priority: priority.default(0).describe('1 is highest, 9 lowest, 0 none'),
    due: time.default(''),
    dtstart: when.default('').describe('When to begin'),
    categories: text.default('').describe('Separated by commas'),
  }),
  output: Written,
  run: async ({ calendar_name, ...fields }, { nextcloud, signal, now }) => {
    const api = await openCalendars(nextcloud, signal);
    const id = randomUUID();
    const ical = newObject('vtodo', id);
    const context = { zone: await api.zoneOf(calendar_name), now: now(), isNew: true };
    writeTodo(mainComponentOf(ical, 'vtodo'), fields, context);
    return { uid: id, ...(await api.create(calendar_name, ical)) };
  },
});

export const updateTodo = defineTool({
  name: 'nc_calendar_update_todo',
  title: 'Update Todo Task',
  description:
    'Changes the fields that are given; null keeps a field, an empty text clears it. Fails without writing when the todo changes meanwhile.',
  hints: UPDATE,
  scopes: WRITE_SCOPES,
  input: z.object({
    calendar_name: calendarName,
    todo_uid: todoUid,
    summary: z.string().min(1).nullable().optional().describe('New summary'),
    description: text.nullable().optional().describe('New description'),
    status: z.enum(TODO_STATUSES).nullable().optional().describe('New status; COMPLETED also sets the time and 100 %'),
    priority: priority.nullable().optional().describe('1 is highest, 9 lowest, 0 none'),
    percent_complete: z.int().min(0).max(100).nullable().optional().describe('How far it is; 100 completes it'),
    due: when.nullable().optional().describe('When it is due'),
    dtstart: when.nullable().optional().describe('When to begin'),
    completed: when.nullable().optional().describe('When it was completed'),
    categories: text.nullable().optional().describe('New categories, separated by commas'),
  }),
  output: Written,
  run: async ({ calendar_name, todo_uid, ...rest }, { nextcloud, signal, now }) => {
    const fields = withoutNulls(rest);
    if (Object.values(fields).every((value) => value === undefined))
      throw invalidArgument('Give at least one field to change.');
    const api = await openCalendars(nextcloud, signal);
    const object = await api.get(calendar_name, 'VTODO', todo_uid);
    const hasTime = [fields.due, fields.dtstart, fields.completed].some(Boolean);
    const zone = hasTime ? await api.zoneOf(calendar_name) : 'UTC';
    writeTodo(mainComponentOf(object.ical, 'vtodo'), fields, { zone, now: now() });
    return { uid: todo_uid, ...(await api.update(object, object, `todo '${todo_uid}'`)) };
  },
});

export const deleteTodo = defineTool({
  name: 'nc_calendar_delete_todo',
  title: 'Delete Todo Task',
  description: 'Deletes a todo. Says so where it was gone already.',
  hints: DELETE,
  scopes: WRITE_SCOPES,
  input: z.object({ calendar_name: calendarName, todo_uid: todoUid }),
  output: Deleted,
  run: async ({ calendar_name, todo_uid }, { nextcloud, signal }) => {
    const api = await openCalendars(nextcloud, signal);
    const object = await api.find(calendar_name, 'VTODO', todo_uid);
    const what = `todo '${todo_uid}' in calendar '${calendar_name}'`;
    return toDeleted(what, object !== undefined && (await api.remove(object, what)));
  },
});
