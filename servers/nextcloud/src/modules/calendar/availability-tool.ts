import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { parseAttendees, splitAtCommas } from '../../ical/attendees.ts';
import { isoIn, rangeEdge } from '../../ical/times.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { type CalendarApi, openCalendars } from './calendar-api.ts';
import { type AttendeeReport, busyOfOthers, type Interval, ownBusy } from './free-busy.ts';
import { type DayPart, freeWindows, intersect } from './free-windows.ts';
import { text, when } from './schemas.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
const MAX_WINDOWS = 100;
const WHOLE_DAY: readonly DayPart[] = [{ from: 0, to: 1440 }];
const BUSINESS_HOURS: readonly DayPart[] = [{ from: 9 * 60, to: 17 * 60 }];

export const findAvailability = defineTool({
  name: 'nc_calendar_find_availability',
  title: 'Find Availability',
  description:
    "Finds free times that are long enough, from the free-busy times of your calendars and of the attendees. Hours are in your calendars' time zone, or UTC.",
  hints: READ,
  scopes: ['calendar:read'],
  input: z.object({
    duration_minutes: z.int().min(1).max(40_320).describe('Length that is needed'),
    attendees: text.default('').describe('E-mail addresses of others, separated by commas'),
    date_range_start: when.default('').describe('First day, or time; default: now'),
    date_range_end: when.default('').describe(`Last day (included), or time; default: 7 days on, at most ${MAX_DAYS}`),
    business_hours_only: z.boolean().default(true).describe('Only 09:00 to 17:00'),
    exclude_weekends: z.boolean().default(true).describe('Not on Saturdays and Sundays'),
    preferred_times: text.default('').describe('Only within these, such as 09:00-11:00,14:00-16:00'),
  }),
  output: z.object({
    windows: z
      .array(z.object({ start: z.string(), end: z.string(), duration_minutes: z.number() }))
      .readonly()
      .describe('Free times; a meeting may begin anywhere in them'),
    total_count: z.number(),
    has_more: z.boolean(),
    timezone: z.string(),
    attendees: z
      .array(z.object({ email: z.string(), known: z.boolean(), reason: z.string().optional() }))
      .readonly()
      .describe('Whose busy times are known'),
  }),
  run: async (args, { nextcloud, signal, now }) => {
    const parts = dayPartsFor(args.business_hours_only, args.preferred_times);
    const emails = parseAttendees(args.attendees).map(({ email }) => email.toLowerCase());
    const api = await openCalendars(nextcloud, signal);
    const zone = (await api.list()).find(({ timezone }) => timezone !== undefined)?.timezone ?? 'UTC';
    const range = rangeOf(args.date_range_start, args.date_range_end, zone, now().getTime());
    const [own, others] = await Promise.all([ownBusy(api, range), askOthers(api, emails, range, now())]);
    const found = freeWindows({
      range,
      busy: [...own, ...others.busy],
      minLengthMs: args.duration_minutes * 60_000,
      parts,
      skipsWeekends: args.exclude_weekends,
      zone,
    });
    const windows = found.slice(0, MAX_WINDOWS).map(({ start, end }) => ({
      start: isoIn(start, zone),
      end: isoIn(end, zone),
      duration_minutes: Math.floor((end - start) / 60_000),
    }));
    return {
      windows,
      total_count: windows.length,
      has_more: found.length > windows.length,
      timezone: zone,
      attendees: others.reports,
    };
  },
});

function rangeOf(first: string, last: string, zone: string, now: number): Interval {
  const start = first === '' ? Math.ceil(now / 60_000) * 60_000 : rangeEdge(first, 'date_range_start', zone, 'start');
  const end = last === '' ? start + 7 * DAY_MS : rangeEdge(last, 'date_range_end', zone, 'end');
  if (end <= start) throw invalidArgument('date_range_end is before date_range_start.');
  if (end - start > (MAX_DAYS + 1) * DAY_MS) throw invalidArgument(`Ask for at most ${MAX_DAYS} days at once.`);
  return { start, end };
}

async function askOthers(
  api: CalendarApi,
  emails: readonly string[],
  range: Interval,
  now: Date,
): Promise<{ readonly busy: readonly Interval[]; readonly reports: readonly AttendeeReport[] }> {
  const others = emails.filter((email) => !api.mailAddresses.includes(email));
  if (others.length === 0) return { busy: [], reports: emails.map((email) => ({ email, known: true })) };
  if (api.outbox === undefined)
    throw invalidArgument(
      'This server cannot tell when other people are free (it has no scheduling outbox). Leave attendees out, and ask them.',
    );
  return busyOfOthers(api, api.outbox, others, range, now);
}

function dayPartsFor(businessHours: boolean, preferred: string): readonly DayPart[] {
  const hours = businessHours ? BUSINESS_HOURS : WHOLE_DAY;
  const wanted = splitAtCommas(preferred).map(parsePart);
  const parts = wanted.length === 0 ? hours : intersect(hours, wanted);
  if (parts.length === 0)
    throw invalidArgument('preferred_times lie outside of 09:00 to 17:00. Set business_hours_only to false.');
  return parts;
}

function parsePart(entry: string): DayPart {
  const [, ...numbers] = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(entry) ?? [];
  const [h1 = 99, m1 = 0, h2 = 99, m2 = 0] = numbers.map(Number);
  const [from, to] = [h1 * 60 + m1, h2 * 60 + m2];
  if (m1 > 59 || m2 > 59 || to > 1440 || from >= to)
    throw invalidArgument(`preferred_times has '${entry}'. Give spans such as 09:00-11:00,14:00-16:00.`);
  return { from, to };
}
