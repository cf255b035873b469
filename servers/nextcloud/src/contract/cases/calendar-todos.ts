import type { ExpectedChanges, Reply, ToolCase } from '../contract.ts';
import { calendarOf, createTodo, newTodo } from './calendar-objects.ts';

const onTodo =
  (...fields: readonly string[]) =>
  ({ todo_uid, summary }: Reply): ExpectedChanges => ({
    of: [`uid ${String(todo_uid)}`, `summary ${String(summary)}`],
    fields,
    // Completing a task sets when, and how much of it is done.
    mayChange: ['completed', 'percent_complete'],
  });

export const todoCases: readonly ToolCase[] = [
  { tool: 'nc_calendar_list_todos', prepare: async (world) => ({ calendar_name: calendarOf(world) }) },
  { tool: 'nc_calendar_search_todos', prepare: async () => ({ status: 'NEEDS-ACTION' }) },
  { tool: 'nc_calendar_create_todo', prepare: async (world) => newTodo(world), changes: onTodo('+') },
  {
    tool: 'nc_calendar_update_todo',
    prepare: async (world) => ({ ...(await createTodo(world)), status: 'COMPLETED', description: '' }),
    changes: onTodo('status', 'description'),
  },
  {
    tool: 'nc_calendar_update_todo',
    failsWith: 'NOT_FOUND',
    prepare: async (world) => {
      const todo = await createTodo(world);
      await world.call('nc_calendar_delete_todo', todo);
      return { ...todo, description: 'Two' };
    },
  },
  { tool: 'nc_calendar_delete_todo', prepare: createTodo, changes: onTodo('-') },
];
