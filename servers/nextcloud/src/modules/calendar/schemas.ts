import * as z from 'zod';
import { pathName } from '../path-name.ts';

export const calendarName = pathName.describe('Name of the calendar');
export const uid = z.string().min(1);
export const text = z.string();
export const when = z.string();
export const EVENT_STATUSES = ['CONFIRMED', 'TENTATIVE', 'CANCELLED'] as const;
export const TODO_STATUSES = ['NEEDS-ACTION', 'IN-PROCESS', 'COMPLETED', 'CANCELLED'] as const;
export const PRIVACY = ['PUBLIC', 'PRIVATE', 'CONFIDENTIAL'] as const;
export const priority = z.int().min(0).max(9);
export const minutes = z.int().min(0).max(40_320);
export const eventColor = z
  .string()
  .refine((color) => /^(?:[a-z]{3,30}|#[0-9a-f]{6})?$/i.test(color), 'a CSS colour name or #RRGGBB');

export const Event = z.object({
  uid: z.string(),
  title: z.string(),
  start_datetime: z.string(),
  end_datetime: z.string().describe('Last day, if all-day'),
  all_day: z.boolean(),
  timezone: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  categories: z.array(z.string()).readonly(),
  status: z.string().optional(),
  priority: z.number().optional(),
  privacy: z.string().optional(),
  url: z.string().optional(),
  color: z.string().optional(),
  attendees: z
    .array(z.object({ email: z.string(), name: z.string().optional(), status: z.string().optional() }))
    .readonly(),
  reminders: z.array(z.object({ minutes: z.number(), by: z.string() })).readonly(),
  recurrence_rule: z.string().optional(),
  recurrence_id: z.string().optional(),
  calendar_name: z.string(),
  href: z.string(),
  etag: z.string(),
});
export type Event = z.output<typeof Event>;

export const Events = z.object({
  events: z.array(Event).readonly(),
  total_count: z.number(),
  has_more: z.boolean(),
});

export const Written = z.object({ uid: z.string(), href: z.string(), etag: z.string() });

export const Todo = z.object({
  uid: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  status: z.string(),
  priority: z.number(),
  percent_complete: z.number(),
  due: z.string().optional(),
  dtstart: z.string().optional(),
  completed: z.string().optional(),
  categories: z.array(z.string()).readonly(),
  calendar_name: z.string(),
  href: z.string(),
  etag: z.string(),
});
export type Todo = z.output<typeof Todo>;

/** Drops members that are `null`, which means "keep the value". */
export function withoutNulls<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], null> } {
  // Only nulls are left out, which TypeScript cannot follow through entries.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], null>;
  };
}
