import * as z from 'zod';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import { mainComponentOf, propertyText } from '../../ical/fields.ts';
import { isRecurring, occurrencesOf, type TimeRange } from '../../ical/occurrences.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ACTION } from '../../tools/hints.ts';
import { pathName } from '../path-name.ts';
import { type CalendarObject, openCalendars } from './calendar-api.ts';
import { eventFilter, parseRange } from './filters.ts';
import { eventsIn } from './read-event.ts';
import { calendarsFor, zoneFor } from './read-tools.ts';
import { type BulkItem, runBulk } from './run-bulk.ts';
import { EVENT_STATUSES, minutes, priority, text, when } from './schemas.ts';
import { type EventFields, writeEvent } from './write-event.ts';

interface BulkEvent extends BulkItem {
  readonly object: CalendarObject;
}

const BulkOutput = z.object({
  operation: z.string(),
  total_found: z.number(),
  done_count: z.number(),
  failed_count: z.number(),
  skipped_count: z.number(),
  not_started_count: z.number(),
  results: z
    .array(
      z.object({
        uid: z.string(),
        title: z.string(),
        calendar_name: z.string(),
        status: z.string(),
        reason: z.string().optional(),
      }),
    )
    .readonly(),
});

const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().optional().describe(description);

export const bulkOperations = defineTool({
  name: 'nc_calendar_bulk_operations',
  title: 'Bulk Calendar Operations',
  description:
    'Updates, deletes or moves all events that match every filter; at least one filter is needed. A series that also takes place outside of the dates is skipped.',
  hints: ACTION,
  scopes: ['calendar:write'],
  input: z.object({
    operation: z.enum(['update', 'delete', 'move']).describe('What to do'),
    title_contains: optional(text, 'Part of the title'),
    categories: optional(text, 'Any of these, separated by commas'),
    calendar_name: optional(pathName, 'Only this calendar; default: all'),
    start_date: when.default('').describe('First day, or time'),
    end_date: when.default('').describe('Last day (included), or time'),
    status: optional(z.enum(EVENT_STATUSES), 'Status'),
    location_contains: optional(text, 'Part of the location'),
    new_title: optional(text.min(1), 'For update'),
    new_description: optional(text, 'For update'),
    new_location: optional(text, 'For update'),
    new_categories: optional(text, 'For update, separated by commas'),
    new_priority: optional(priority, 'For update'),
    new_reminder_minutes: optional(minutes, 'For update; 0 removes reminders'),
    target_calendar: optional(pathName, 'For move'),
  }),
  output: BulkOutput,
  run: async (args, { nextcloud, signal, progress, warn, now }) => {
    const { operation, calendar_name, start_date, end_date, target_calendar, ...rest } = args;
    const fields = changesOf(rest);
    check(args, fields);
    const api = await openCalendars(nextcloud, signal);
    const all = await calendarsFor(api, 'VEVENT');
    for (const name of [calendar_name, target_calendar])
      if (name != null && !all.some((each) => each.name === name)) throw noCalendar(name);
    const names = calendar_name == null ? all.map(({ name }) => name) : [calendar_name];
    const range = parseRange(start_date, end_date, await zoneFor(api, calendar_name ?? all, start_date + end_date));
    const objects = (await Promise.all(names.map((name) => api.query(name, 'VEVENT', { range })))).flat();
    const matching = new Set(eventsIn(objects, range, eventFilter(rest), 1).map(({ object }) => object));
    const email = api.mailAddresses[0];
    const operate = async ({ object, uid }: BulkEvent): Promise<string | undefined> => {
      const what = `event '${uid}'`;
      if (takesPlaceOutside(object, range)) return 'The series also takes place outside of the dates.';
      if (operation === 'delete') return (await api.remove(object, what)) ? undefined : 'It was gone already.';
      if (operation === 'move') {
        if (object.calendar === target_calendar) return 'It is in this calendar already.';
        await api.move(object, target_calendar ?? '', what);
        return undefined;
      }
      writeEvent(mainComponentOf(object.ical, 'vevent'), fields, { zone: 'UTC', now: now(), email });
      await api.update(object, object, what);
      return undefined;
    };
    const results = await runBulk([...matching].map(toItem), { operate, progress, signal, now });
    const count = (status: string): number => results.filter((each) => each.status === status).length;
    const undone = results.length - count('done');
    if (undone > 0) await warn(`${undone} of ${results.length} events were not changed; the result says why.`);
    return {
      operation,
      total_found: results.length,
      done_count: count('done'),
      failed_count: count('failed'),
      skipped_count: count('skipped'),
      not_started_count: count('not_started'),
      results,
    };
  },
});

interface BulkArguments {
  readonly operation: string;
  readonly target_calendar?: string | null | undefined;
  readonly [name: string]: unknown;
}

const FILTERS = [
  'title_contains',
  'categories',
  'calendar_name',
  'start_date',
  'end_date',
  'status',
  'location_contains',
] as const;

/** Contradictory arguments are refused: ignoring one would change the wrong events. */
function check(args: BulkArguments, fields: EventFields): void {
  const hasChanges = Object.values(fields).some((value) => value !== undefined);
  if (FILTERS.every((name) => args[name] == null || args[name] === ''))
    throw invalidArgument('Give at least one filter; without one, every event would be changed.');
  if ((args.operation === 'update') !== hasChanges)
    throw invalidArgument(
      hasChanges ? `new_… values are for update, not ${args.operation}.` : 'Give at least one new_… value.',
    );
  if ((args.operation === 'move') !== (args.target_calendar != null))
    throw invalidArgument('Give target_calendar for move, and only for move.');
}

function changesOf(given: {
  readonly new_title?: string | null | undefined;
  readonly new_description?: string | null | undefined;
  readonly new_location?: string | null | undefined;
  readonly new_categories?: string | null | undefined;
  readonly new_priority?: number | null | undefined;
  readonly new_reminder_minutes?: number | null | undefined;
}): EventFields {
  return {
    title: given.new_title ?? undefined,
    description: given.new_description ?? undefined,
    location: given.new_location ?? undefined,
    categories: given.new_categories ?? undefined,
    priority: given.new_priority ?? undefined,
    reminder_minutes: given.new_reminder_minutes ?? undefined,
  };
}

/** Whether a series has a date outside of the range. An operation on the whole series would change those dates, too. */
function takesPlaceOutside({ ical }: CalendarObject, { start, end }: TimeRange): boolean {
  if (!isRecurring(mainComponentOf(ical, 'vevent'))) return false;
  const isFound = (range: TimeRange, test: (startsAt: number) => boolean): boolean => {
    for (const occurrence of occurrencesOf(ical, range)) if (test(occurrence.start.instant)) return true;
    return false;
  };
  return (
    (start !== undefined && isFound({ end: start }, (at) => at < start)) ||
    (end !== undefined && isFound({ start: end }, (at) => at >= end))
  );
}

const toItem = (object: CalendarObject): BulkEvent => {
  const event = mainComponentOf(object.ical, 'vevent');
  return {
    uid: propertyText(event, 'uid'),
    title: propertyText(event, 'summary'),
    calendar_name: object.calendar,
    object,
  };
};

const noCalendar = (name: string): NextcloudError =>
  new NextcloudError('NOT_FOUND', `Nextcloud has no calendar '${name}'. Use a name from nc_calendar_list_calendars.`);
