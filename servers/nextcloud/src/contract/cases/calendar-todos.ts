import type { ToolCase } from '../contract.ts';
import { calendarOf, createTodo, newTodo } from './calendar-objects.ts';

export const todoCases: readonly ToolCase[] = [
  { tool: 'nc_calendar_list_todos', prepare: async (world) => ({ calendar_name: calendarOf(world) }) },
  { tool: 'nc_calendar_search_todos', prepare: async () => ({ status: 'NEEDS-ACTION' }) },
  { tool: 'nc_calendar_create_todo', prepare: async (world) => newTodo(world) },
  {
    tool: 'nc_calendar_update_todo',
    prepare: async (world) => ({ ...(await createTodo(world)), status: 'COMPLETED', description: '' }),
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
  { tool: 'nc_calendar_delete_todo', prepare: createTodo },
];
