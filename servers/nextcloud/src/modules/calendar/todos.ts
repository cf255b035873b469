import ICAL from 'ical.js';
import { toEncodedPath } from '../../dav/dav-client.ts';
import { invalidArgument } from '../../errors.ts';
import {
  categoriesOf,
  mainComponentOf,
  propertyNumber,
  propertyText,
  setCategories,
  setText,
  stampChange,
} from '../../ical/fields.ts';
import { fromUtc, parseWhen, readTime, setTime, toInstant } from '../../ical/times.ts';
import type { CalendarObject } from './calendar-api.ts';
import { contains, hasAny, lowerList } from './filters.ts';
import type { Todo } from './schemas.ts';

export interface TodoFilters {
  readonly status?: string | null | undefined;
  readonly min_priority?: number | null | undefined;
  readonly categories?: string | null | undefined;
  readonly summary_contains?: string | null | undefined;
}

export interface TodoFields {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: number | undefined;
  readonly percent_complete?: number | undefined;
  readonly due?: string | undefined;
  readonly dtstart?: string | undefined;
  readonly completed?: string | undefined;
  readonly categories?: string | undefined;
}

/** Whether a todo matches every filter. A todo without a priority ranks below all others. */
export function todoFilter(filters: TodoFilters): (object: CalendarObject) => boolean {
  const wanted = lowerList(filters.categories);
  return (object) => {
    const { status, priority, categories, summary } = toTodo(object);
    return (
      (filters.status == null || status === filters.status) &&
      (filters.min_priority == null || (priority > 0 && priority <= filters.min_priority)) &&
      hasAny(categories, wanted) &&
      contains(summary, filters.summary_contains)
    );
  };
}

export function toTodo({ ical, calendar, path, etag }: CalendarObject): Todo {
  const todo = mainComponentOf(ical, 'vtodo');
  const description = propertyText(todo, 'description');
  const times = (['due', 'dtstart', 'completed'] as const).flatMap((name) => {
    const found = readTime(todo, name);
    return found === undefined ? [] : [[name, found.text] as const];
  });
  return {
    uid: propertyText(todo, 'uid'),
    summary: propertyText(todo, 'summary'),
    ...(description !== '' && { description }),
    status: propertyText(todo, 'status').toUpperCase() || 'NEEDS-ACTION',
    priority: propertyNumber(todo, 'priority') ?? 0,
    percent_complete: propertyNumber(todo, 'percent-complete') ?? 0,
    ...Object.fromEntries(times),
    categories: categoriesOf(todo),
    calendar_name: calendar,
    href: toEncodedPath(path),
    etag,
  };
}

export interface TodoContext {
  readonly zone: string;
  readonly now: Date;
  readonly isNew?: boolean;
}

/** Applies fields to a VTODO, and keeps all others. */
export function writeTodo(todo: ICAL.Component, fields: TodoFields, { zone, now, isNew }: TodoContext): void {
  setText(todo, 'summary', fields.summary);
  setText(todo, 'description', fields.description);
  setCategories(todo, fields.categories);
  if (fields.priority !== undefined) todo.updatePropertyWithValue('priority', fields.priority);
  for (const name of ['due', 'dtstart'] as const) {
    const value = fields[name];
    if (value === '') todo.removeAllProperties(name);
    else if (value !== undefined) setTime(todo, name, parseWhen(value, name), zone);
  }
  const [start, due] = [readTime(todo, 'dtstart'), readTime(todo, 'due')];
  if (start !== undefined && due !== undefined) {
    // RFC 5545, 3.8.2.3
    if (start.isDate !== due.isDate) throw invalidArgument('due and dtstart must both be dates or both be times.');
    if (due.instant < start.instant) throw invalidArgument('due is before dtstart.');
  }
  writeProgress(todo, fields, zone, now);
  stampChange(todo, now, isNew);
}

function writeProgress(todo: ICAL.Component, fields: TodoFields, zone: string, now: Date): void {
  const { percent_complete: percent, completed } = fields;
  const status = fields.status ?? (percent === 100 || completed ? 'COMPLETED' : undefined);
  if (status !== undefined) todo.updatePropertyWithValue('status', status);
  if (status === 'COMPLETED') {
    const at = completed ? toInstant(parseWhen(completed, 'completed'), zone) : now.getTime();
    if (completed || !todo.hasProperty('completed'))
      todo.updatePropertyWithValue(
        'completed',
        new ICAL.Time({ ...fromUtc(at), isDate: false }, ICAL.Timezone.utcTimezone),
      );
    todo.updatePropertyWithValue('percent-complete', percent ?? 100);
  } else if (status !== undefined || completed === '') {
    todo.removeAllProperties('completed');
    if (propertyNumber(todo, 'percent-complete') === 100) todo.removeAllProperties('percent-complete');
  }
  if (percent !== undefined) todo.updatePropertyWithValue('percent-complete', percent);
}
