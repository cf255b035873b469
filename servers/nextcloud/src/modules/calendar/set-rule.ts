import ICAL from 'ical.js';
import { invalidArgument } from '../../errors.ts';
import { addDays, fromUtc, parseWhen, readTime } from '../../ical/times.ts';
import { instantAt } from '../../ical/zones.ts';
import type { EventFields } from './write-event.ts';

/** Sets or removes the recurrence rule of an event. */
export function setRule(
  event: ICAL.Component,
  { recurring, recurrence_rule, recurrence_end_date }: EventFields,
  zone: string,
): void {
  const text = recurrence_rule?.trim().replace(/^RRULE:/i, '') ?? '';
  if (recurring === false) {
    if (text !== '')
      throw invalidArgument('recurring is false, but there is a recurrence_rule. Leave one of them out.');
    for (const name of ['rrule', 'rdate', 'exdate']) event.removeAllProperties(name);
    const { parent } = event;
    for (const each of parent.getAllSubcomponents('vevent')) if (each !== event) parent.removeSubcomponent(each);
    return;
  }
  if (text !== '') {
    event.removeAllProperties('rrule');
    event.addPropertyWithValue('rrule', parseRule(text));
  }
  if (recurring === true && !event.hasProperty('rrule'))
    throw invalidArgument('A recurring event needs a recurrence_rule, such as FREQ=WEEKLY;BYDAY=MO.');
  if (recurrence_end_date) endSeries(event, recurrence_end_date, zone);
}

function parseRule(text: string): ICAL.Recur {
  try {
    const rule = ICAL.Recur.fromString(text);
    // ical.js accepts a rule without a frequency.
    if (/(^|;)FREQ=/i.test(text)) return rule;
  } catch {
    // Reported by the error below.
  }
  throw invalidArgument(`'${text}' is not a recurrence rule. Give one such as FREQ=WEEKLY;BYDAY=MO;COUNT=10.`);
}

/** UNTIL has the type of DTSTART, and a time must be in UTC (RFC 5545, 3.3.10). The day itself is included. */
function endSeries(event: ICAL.Component, text: string, zone: string): void {
  const rule = event.getFirstPropertyValue('rrule');
  if (!(rule instanceof ICAL.Recur)) throw invalidArgument('recurrence_end_date needs a recurrence_rule.');
  if (rule.count !== null || rule.until !== null)
    throw invalidArgument('The recurrence_rule has an end already (COUNT or UNTIL). Leave recurrence_end_date out.');
  const when = parseWhen(text, 'recurrence_end_date');
  const start = readTime(event, 'dtstart');
  if (start?.isDate === true) {
    rule.until = new ICAL.Time({ ...when.wall, isDate: true }, ICAL.Timezone.localTimezone);
  } else {
    const own = (when.kind === 'time' ? when.zone : start?.zone) ?? zone;
    const last = when.kind === 'time' ? instantAt(when.wall, own) : instantAt(addDays(when.wall, 1), own) - 1000;
    rule.until = new ICAL.Time({ ...fromUtc(last), isDate: false }, ICAL.Timezone.utcTimezone);
  }
  event.removeAllProperties('rrule');
  event.addPropertyWithValue('rrule', rule);
}
