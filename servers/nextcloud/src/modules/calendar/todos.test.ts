import { describe, expect, it } from 'vitest';
import { connect } from '../../fixtures/connect.ts';

async function withTasks() {
  const nextcloud = await connect();
  await nextcloud.call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'tasks' });
  return nextcloud;
}
const summaries = (reply: unknown) =>
  (reply as { todos: readonly { summary: string }[] }).todos.map(({ summary }) => summary);

describe('todos', () => {
  it('are created, listed, completed, reopened and deleted', async () => {
    await using nextcloud = await withTasks();
    const { call } = nextcloud;
    const { uid, etag, href } = (await call('nc_calendar_create_todo', {
      calendar_name: 'tasks',
      summary: 'Water, plants; daily',
      description: 'Zwei\nZeilen',
      priority: 3,
      due: '2026-02-01',
      categories: 'Home,Garden',
    })) as { uid: string; etag: string; href: string };
    const list = async () =>
      ((await call('nc_calendar_list_todos', { calendar_name: 'tasks' })) as { todos: unknown[] }).todos;
    const todo = {
      uid,
      href,
      summary: 'Water, plants; daily',
      description: 'Zwei\nZeilen',
      status: 'NEEDS-ACTION',
      priority: 3,
      percent_complete: 0,
      due: '2026-02-01',
      categories: ['Home', 'Garden'],
      calendar_name: 'tasks',
    };
    expect(await list()).toEqual([{ ...todo, etag }]);
    const update = (fields: object) =>
      call('nc_calendar_update_todo', { calendar_name: 'tasks', todo_uid: uid, ...fields });
    await update({ status: 'COMPLETED', completed: '2026-01-31T10:00+01:00', due: '2026-02-01T10:00', categories: '' });
    expect(await list()).toMatchObject([
      {
        status: 'COMPLETED',
        percent_complete: 100,
        completed: '2026-01-31T09:00:00Z',
        due: '2026-02-01T10:00:00Z',
        categories: [],
        summary: todo.summary,
      },
    ]);
    await update({ status: 'IN-PROCESS', percent_complete: 40, description: null });
    const [open] = await list();
    expect(open).toMatchObject({ status: 'IN-PROCESS', percent_complete: 40, description: 'Zwei\nZeilen' });
    expect(open).not.toHaveProperty('completed');
    const remove = () => call('nc_calendar_delete_todo', { calendar_name: 'tasks', todo_uid: uid });
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await remove()).toMatchObject({ deleted: false });
  });

  it.each([
    [{ status: 'COMPLETED' }, ['Done']],
    [{ min_priority: 4 }, ['Urgent']],
    [{ categories: 'work' }, ['Urgent']],
    [{ summary_contains: 'ON' }, ['Done']],
    [{ summary_contains: 'ON', min_priority: 1 }, []],
  ])('are filtered by %j', async (filter, expected) => {
    await using nextcloud = await withTasks();
    const { call } = nextcloud;
    await call('nc_calendar_create_todo', {
      calendar_name: 'tasks',
      summary: 'Urgent',
      priority: 2,
      categories: 'Work',
    });
    await call('nc_calendar_create_todo', {
      calendar_name: 'tasks',
      summary: 'Done',
      status: 'COMPLETED',
      priority: 5,
    });
    expect(summaries(await call('nc_calendar_list_todos', { calendar_name: 'tasks', ...filter }))).toEqual(expected);
    expect(summaries(await call('nc_calendar_search_todos', filter))).toEqual(expected);
  });

  it.each([
    ['nc_calendar_create_todo', { calendar_name: 'tasks', summary: 'x', due: 'soon' }, 'INVALID_ARGUMENT'],
    [
      'nc_calendar_create_todo',
      { calendar_name: 'tasks', summary: 'x', due: '2026-01-01', dtstart: '2026-01-02' },
      'INVALID_ARGUMENT',
    ],
    [
      'nc_calendar_create_todo',
      { calendar_name: 'tasks', summary: 'x', due: '2026-01-01', dtstart: '2026-01-01T09:00' },
      'INVALID_ARGUMENT',
    ],
    ['nc_calendar_create_todo', { calendar_name: 'personal', summary: 'x' }, 'NOT_ALLOWED'],
    ['nc_calendar_update_todo', { calendar_name: 'tasks', todo_uid: 'none', summary: 'x' }, 'NOT_FOUND'],
    ['nc_calendar_update_todo', { calendar_name: 'tasks', todo_uid: 'none' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_list_todos', { calendar_name: 'tasks', status: 'OPEN' }, 'INVALID_INPUT'],
    ['nc_calendar_delete_todo', { calendar_name: 'none', todo_uid: 'x' }, 'NOT_FOUND'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await withTasks();
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });
});
