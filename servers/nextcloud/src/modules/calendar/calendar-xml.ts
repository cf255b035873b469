import { propsOf, toEncodedPath } from '../../dav/dav-client.ts';
import { type DavResource, davText } from '../../dav/multistatus.ts';
import { child, childrenOf, element, type XmlElement } from '../../dav/xml.ts';
import type { TimeRange } from '../../ical/occurrences.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import { isZone } from '../../ical/zones.ts';

export type ComponentName = 'VEVENT' | 'VTODO';

export interface Calendar {
  /** The last part of its path; tools take this. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly color: string;
  readonly href: string;
  readonly components: readonly string[];
  readonly timezone: string | undefined;
  /** Whether its events count as free time. */
  readonly isTransparent: boolean;
}

export interface CalendarChanges {
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
}

export const CALENDAR_PROPS: readonly string[] = [
  'd:displayname',
  'd:resourcetype',
  'a:calendar-color',
  'c:calendar-description',
  'c:supported-calendar-component-set',
  'c:calendar-timezone',
  'c:schedule-calendar-transp',
];

export function toCalendar(resource: DavResource, home: readonly string[]): Calendar {
  const name = resource.path.at(-1) ?? '';
  const components = childrenOf(resource.props.get('c:supported-calendar-component-set'), 'c:comp').flatMap(
    ({ attributes }) => attributes['name'] ?? [],
  );
  return {
    name,
    displayName: davText(resource, 'd:displayname') ?? name,
    description: davText(resource, 'c:calendar-description') ?? '',
    color: davText(resource, 'a:calendar-color') ?? '',
    href: toEncodedPath([...home, name, '']),
    components: components.length === 0 ? ['VEVENT', 'VTODO'] : components,
    timezone: zoneIn(davText(resource, 'c:calendar-timezone')),
    isTransparent: child(resource.props.get('c:schedule-calendar-transp'), 'c:transparent') !== undefined,
  };
}

/** The zone in the property `calendar-timezone`: a VTIMEZONE (RFC 4791), or the bare name that some programs write. */
export function zoneIn(text: string | undefined): string | undefined {
  const given = text?.trim() ?? '';
  if (!given.startsWith('BEGIN:')) return given !== '' && isZone(given) ? given : undefined;
  const zone = parseIcal(given, 'the time zone of the calendar')
    .getFirstSubcomponent('vtimezone')
    ?.getFirstPropertyValue('tzid');
  return typeof zone === 'string' && isZone(zone) ? zone : undefined;
}

export const toProps = ({ displayName, description, color }: CalendarChanges): readonly XmlElement[] => [
  ...(displayName === undefined ? [] : [element('d:displayname', displayName)]),
  ...(description === undefined ? [] : [element('c:calendar-description', description)]),
  ...(color === undefined ? [] : [element('a:calendar-color', color)]),
];

export function toQuery(
  component: ComponentName,
  { range, uid }: { readonly range?: TimeRange | undefined; readonly uid?: string | undefined },
): XmlElement {
  const isBounded = range?.start !== undefined || range?.end !== undefined;
  const filters = [
    ...(isBounded ? [timeRange(range)] : []),
    ...(uid === undefined
      ? []
      : [element('c:prop-filter', [element('c:text-match', uid, { collation: 'i;octet' })], { name: 'UID' })]),
  ];
  const filter = element('c:comp-filter', [element('c:comp-filter', filters, { name: component })], {
    name: 'VCALENDAR',
  });
  return element('c:calendar-query', [propsOf(['d:getetag', 'c:calendar-data']), element('c:filter', [filter])]);
}

export const timeRange = ({ start, end }: TimeRange): XmlElement =>
  element('c:time-range', [], {
    ...(start !== undefined && { start: toUtcStamp(start) }),
    ...(end !== undefined && { end: toUtcStamp(end) }),
  });

/** `20260105T000000Z` */
const toUtcStamp = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
