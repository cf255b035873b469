import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { child, childrenOf, parseXml } from '../../dav/xml.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import { describeTime, fromUtc, readTime } from '../../ical/times.ts';
import type { CalendarApi } from './calendar-api.ts';

/** A span of time in milliseconds since 1970; the end is not included. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface AttendeeReport {
  readonly email: string;
  /** Whether the busy times are in the result. */
  readonly known: boolean;
  readonly reason?: string;
}

/** The busy times of the user, from every calendar that is not transparent. */
export async function ownBusy(api: CalendarApi, range: Interval): Promise<readonly Interval[]> {
  const calendars = (await api.list()).filter(
    ({ components, isTransparent }) => components.includes('VEVENT') && !isTransparent,
  );
  const replies = await Promise.all(calendars.map(({ name }) => api.freeBusy(name, range)));
  return replies.flatMap(busyIn);
}

/** The busy times of others, by a request to the scheduling outbox (RFC 6638, section 5). */
export async function busyOfOthers(
  api: CalendarApi,
  outbox: readonly string[],
  emails: readonly string[],
  range: Interval,
  now: Date,
): Promise<{ readonly busy: readonly Interval[]; readonly reports: readonly AttendeeReport[] }> {
  const originator = api.addresses.find((each) => /^mailto:/i.test(each)) ?? api.addresses[0] ?? '';
  const { text } = await api.askOutbox(outbox, questionFor(originator, emails, range, now), {
    originator,
    recipient: emails.map((email) => `mailto:${email}`).join(', '),
  });
  const answers = new Map(
    childrenOf(parseXml(text), 'c:response').map((response) => [
      (child(child(response, 'c:recipient'), 'd:href')?.text ?? '')
        .trim()
        .replace(/^mailto:/i, '')
        .toLowerCase(),
      { status: child(response, 'c:request-status')?.text ?? '', data: child(response, 'c:calendar-data')?.text },
    ]),
  );
  const busy: Interval[] = [];
  const reports = emails.map((email): AttendeeReport => {
    const { status = 'no answer', data } = answers.get(email.toLowerCase()) ?? {};
    if (!status.startsWith('2') || data === undefined || data === '')
      return { email, known: false, reason: `The server does not know when they are free (${status}).` };
    busy.push(...busyIn(parseIcal(data, `the free time of ${email}`)));
    return { email, known: true };
  });
  return { busy, reports };
}

/** The periods that are not free. Radicale has no FREEBUSY: it sends a component for each period, with its type as a property. */
function busyIn(calendar: ICAL.Component): readonly Interval[] {
  return calendar.getAllSubcomponents('vfreebusy').flatMap((component) => {
    const type = component.getFirstPropertyValue('fbtype');
    const [start, end] = [readTime(component, 'dtstart'), readTime(component, 'dtend')];
    if (type !== null && start !== undefined && end !== undefined)
      return isBusy(String(type)) ? [{ start: start.instant, end: end.instant }] : [];
    return component
      .getAllProperties('freebusy')
      .filter((property) => isBusy(property.getFirstParameter('fbtype') ?? 'BUSY'))
      .flatMap((property) => property.getValues() as readonly unknown[])
      .flatMap((period) =>
        period instanceof ICAL.Period
          ? [{ start: describeTime(period.start, 'UTC').instant, end: describeTime(period.getEnd(), 'UTC').instant }]
          : [],
      );
  });
}

const isBusy = (type: string): boolean => type.toUpperCase() !== 'FREE';

function questionFor(originator: string, emails: readonly string[], range: Interval, now: Date): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Toolmark//Nextcloud MCP server//EN');
  calendar.addPropertyWithValue('method', 'REQUEST');
  const question = new ICAL.Component('vfreebusy');
  calendar.addSubcomponent(question);
  question.addPropertyWithValue('uid', randomUUID());
  for (const [name, instant] of [
    ['dtstamp', now.getTime()],
    ['dtstart', range.start],
    ['dtend', range.end],
  ] as const)
    question.addPropertyWithValue(
      name,
      new ICAL.Time({ ...fromUtc(instant), isDate: false }, ICAL.Timezone.utcTimezone),
    );
  question.addPropertyWithValue('organizer', originator);
  for (const email of emails) question.addPropertyWithValue('attendee', `mailto:${email}`);
  return calendar;
}
