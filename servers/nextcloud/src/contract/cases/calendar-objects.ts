import { findHomes } from '../../dav/homes.ts';
import type { ContractWorld, Reply } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

const CLEAN_UP_MS = 30_000;

const calendars = new WeakMap<ContractWorld, string>();

/** Most cases share one calendar. */
export async function beginCalendar(world: ContractWorld): Promise<void> {
  calendars.set(world, await createCalendar(world));
  await createEvent(world);
  await createTodo(world);
}

export function calendarOf(world: ContractWorld): string {
  const calendar = calendars.get(world);
  if (calendar === undefined) throw new Error('The calendar contract has not been set up.');
  return calendar;
}

/** A calendar name that is deleted at the end. */
export function newCalendarName({ name, cleanUp, nextcloud }: ContractWorld): string {
  const calendar = name('calendar');
  cleanUp(async () => {
    const signal = AbortSignal.timeout(CLEAN_UP_MS);
    const { calendars: home } = await findHomes(nextcloud, signal);
    // The tool only moves it to the trash, where it would stay for 30 days.
    await nextcloud.request({
      method: 'DELETE',
      path: [...home, calendar, ''],
      headers: { 'x-nc-caldav-no-trashbin': '1' },
      what: `calendar '${calendar}'`,
      accept: [404],
      signal,
    });
  });
  return calendar;
}

export async function createCalendar(world: ContractWorld): Promise<string> {
  const calendar_name = newCalendarName(world);
  await world.call('nc_calendar_manage_calendar', { action: 'create', calendar_name, description: 'One' });
  return calendar_name;
}

export const newEvent = (world: ContractWorld) => ({
  calendar_name: calendarOf(world),
  title: world.name('event'),
  start_datetime: '2031-03-03T09:00',
  description: 'One',
  location: 'Room 1',
});

export async function createEvent(world: ContractWorld, more: Readonly<Record<string, unknown>> = {}) {
  const event = { ...newEvent(world), ...more };
  const { uid, etag } = await world.call('nc_calendar_create_event', event);
  return { place: { calendar_name: event.calendar_name, event_uid: uid }, title: event.title, etag };
}

export const newTodo = (world: ContractWorld) => ({
  calendar_name: calendarOf(world),
  summary: world.name('todo'),
  description: 'One',
  due: '2031-03-03',
});

export async function createTodo(world: ContractWorld) {
  const todo = newTodo(world);
  const { uid } = await world.call('nc_calendar_create_todo', todo);
  return { calendar_name: todo.calendar_name, todo_uid: uid };
}

/** The calendars that the contract created, with their events and todos. */
export async function observeCalendars(world: ContractWorld): Promise<unknown> {
  const { call } = world;
  const all = (await call('nc_calendar_list_calendars'))['calendars'] as readonly Reply[];
  const own = all.filter(({ name }) => String(name).startsWith(ownPrefix(world)));
  return Promise.all(
    own.map(async (calendar) => {
      const calendar_name = calendar['name'];
      const { events } = await call('nc_calendar_list_events', { calendar_name, limit: 500 });
      const { todos } = await call('nc_calendar_list_todos', { calendar_name });
      return { ...calendar, events, todos };
    }),
  );
}
