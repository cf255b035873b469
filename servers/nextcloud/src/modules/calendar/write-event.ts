import type ICAL from 'ical.js';
import { invalidArgument } from '../../errors.ts';
import { readReminders, retitleReminders, setReminder } from '../../ical/alarms.ts';
import { parseAttendees, setAttendees } from '../../ical/attendees.ts';
import { setCategories, setText, stampChange } from '../../ical/fields.ts';
import { isRecurring, spanOf } from '../../ical/occurrences.ts';
import { setRule } from './set-rule.ts';
import { setSpan } from './set-span.ts';

/** The fields of an event that tools can set. `undefined` keeps a field, an empty text removes it. */
export interface EventFields {
  readonly title?: string | undefined;
  readonly start_datetime?: string | undefined;
  readonly end_datetime?: string | undefined;
  readonly all_day?: boolean | undefined;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly categories?: string | undefined;
  readonly recurring?: boolean | undefined;
  readonly recurrence_rule?: string | undefined;
  readonly recurrence_end_date?: string | undefined;
  readonly reminder_minutes?: number | undefined;
  readonly reminder_email?: boolean | undefined;
  readonly status?: string | undefined;
  readonly priority?: number | undefined;
  readonly privacy?: string | undefined;
  readonly attendees?: string | undefined;
  readonly url?: string | undefined;
  readonly color?: string | undefined;
}

export interface WriteContext {
  /** For times without a zone. */
  readonly zone: string;
  readonly now: Date;
  /** The user's mail address, if known. */
  readonly email: string | undefined;
  readonly isNew?: boolean;
}

/** Whether a change needs the calendar's time zone. */
export const needsZone = ({ start_datetime, end_datetime, recurrence_end_date }: EventFields): boolean =>
  [start_datetime, end_datetime, recurrence_end_date].some((value) => value !== undefined && value !== '');

/** Applies fields to a VEVENT of a VCALENDAR, and keeps all others. */
export function writeEvent(event: ICAL.Component, fields: EventFields, context: WriteContext): void {
  const titleBefore = event.getFirstPropertyValue('summary');
  setText(event, 'summary', fields.title);
  if (titleBefore !== null) retitleReminders(event, titleBefore);
  setText(event, 'description', fields.description);
  setText(event, 'location', fields.location);
  setText(event, 'status', fields.status);
  setText(event, 'class', fields.privacy);
  setText(event, 'url', fields.url);
  setText(event, 'color', fields.color);
  setCategories(event, fields.categories);
  if (fields.priority !== undefined) event.updatePropertyWithValue('priority', fields.priority);
  moveSpan(event, fields, context);
  setRule(event, fields, context.zone);
  if (fields.attendees !== undefined) setAttendees(event, parseAttendees(fields.attendees), context.email);
  writeReminder(event, fields, context);
  stampChange(event, context.now, context.isNew);
}

function moveSpan(event: ICAL.Component, fields: EventFields, { zone }: WriteContext): void {
  const { start_datetime, end_datetime, all_day } = fields;
  if (start_datetime === undefined && end_datetime === undefined && all_day === undefined) return;
  const before = spanOf(event);
  setSpan(event, { start: start_datetime, end: end_datetime, allDay: all_day }, zone);
  const after = spanOf(event);
  const hasMoved =
    before !== undefined &&
    (before.start.instant !== after?.start.instant || before.start.isDate !== after.start.isDate);
  const hasExceptions =
    event.hasProperty('exdate') ||
    event.parent.getAllSubcomponents('vevent').some((each) => each.hasProperty('recurrence-id'));
  if (hasMoved && isRecurring(event) && hasExceptions)
    throw invalidArgument(
      'Single dates of this series were changed or cancelled, and moving its start would undo that. Create a new series for the new time.',
    );
}

function writeReminder(event: ICAL.Component, fields: EventFields, { email }: WriteContext): void {
  const { reminder_minutes, reminder_email } = fields;
  if (reminder_minutes === undefined && reminder_email === undefined) return;
  const before = readReminders(event);
  const minutes = reminder_minutes ?? before[0]?.minutes ?? 15;
  setReminder(event, minutes, reminder_email ?? before.some(({ by }) => by === 'email'), email);
}
