import { randomUUID } from 'node:crypto';
import { mainComponentOf, newObject, setCategories, setText, stampChange } from '../../ical/fields.ts';
import { fromUtc, setTime } from '../../ical/times.ts';
import type { World } from '../app.ts';
import { type Collection, store } from './collection.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Days from today, hour, length in hours. */
const EVENTS: readonly (readonly [title: string, day: number, hour: number, hours: number, location: string])[] = [
  ['Team meeting', 1, 9, 1, 'Room 2'],
  ['Lunch with Grace', 2, 12, 1, 'Café Central'],
  ['Dentist', 4, 15, 1, ''],
];
const TODOS: readonly (readonly [summary: string, category: string])[] = [
  ['Water the plants', 'Home'],
  ['Prepare the release', 'Work'],
];

export function addCalendarSamples(world: World, events: Collection, tasks: Collection): void {
  const today = Math.floor(world.now().getTime() / DAY_MS) * DAY_MS;
  for (const [title, day, hour, hours, location] of EVENTS) {
    const calendar = newObject('vevent', randomUUID());
    const event = mainComponentOf(calendar, 'vevent');
    const start = today + day * DAY_MS + hour * HOUR_MS;
    for (const [name, instant] of [
      ['dtstart', start],
      ['dtend', start + hours * HOUR_MS],
    ] as const)
      setTime(event, name, { kind: 'time', wall: fromUtc(instant), zone: 'UTC' }, 'UTC');
    setText(event, 'summary', title);
    setText(event, 'location', location);
    stampChange(event, world.now(), true);
    store(world, events, `${randomUUID()}.ics`, `${calendar.toString()}\r\n`);
  }
  for (const [summary, category] of TODOS) {
    const calendar = newObject('vtodo', randomUUID());
    const todo = mainComponentOf(calendar, 'vtodo');
    setText(todo, 'summary', summary);
    setText(todo, 'status', 'NEEDS-ACTION');
    setCategories(todo, category);
    stampChange(todo, world.now(), true);
    store(world, tasks, `${randomUUID()}.ics`, `${calendar.toString()}\r\n`);
  }
}

/** Cards by their uid. */
export const SAMPLE_CARDS: Readonly<Record<string, string>> = {
  'sample-ada': card('sample-ada', 'Ada Lovelace', 'Lovelace;Ada;;;', 'ada@example.org', '+44 20 5550 1815'),
  'sample-grace': card('sample-grace', 'Grace Hopper', 'Hopper;Grace;;;', 'grace@example.org', '+1 212 555 1906'),
};

function card(uid: string, fn: string, name: string, email: string, phone: string): string {
  return `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:${fn}\r\nN:${name}\r\nEMAIL;TYPE=HOME:${email}\r\nTEL;TYPE=CELL:${phone}\r\nEND:VCARD\r\n`;
}
