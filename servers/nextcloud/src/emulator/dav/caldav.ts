import type ICAL from 'ical.js';
import { child, childrenOf, element, type XmlElement } from '../../dav/xml.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import {
  after,
  davError,
  done,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  type World,
} from '../app.ts';
import { report } from './caldav-report.ts';
import {
  type Collection,
  checkPreconditions,
  createCollection,
  handleObject,
  type ObjectRules,
  store,
} from './collection.ts';
import {
  davHref,
  foreign,
  multistatus,
  notFound,
  parseBodyXml,
  propfind,
  type Resource,
  response,
} from './multistatus.ts';
import { answerOutbox } from './outbox.ts';
import { addCalendarSamples } from './samples.ts';

const DAV =
  '1, 3, extended-mkcol, access-control, calendarserver-principal-property-search, oc-resource-sharing, calendar-access, calendar-proxy, calendar-auto-schedule, calendar-availability, nc-calendar-trashbin, nc-calendar-webcal-cache, calendarserver-subscribed, oc-calendar-publishing, calendarserver-sharing, nc-paginate, nextcloud-checksum-update, nc-calendar-search, nc-enable-birthday-calendar';
const NEXTCLOUD_COM = 'http://nextcloud.com/ns';

interface Home {
  readonly calendars: Map<string, Collection>;
  readonly trash: Map<string, Collection>;
}

/** The calendars of every user. */
export function createCaldavApp(world: World): EmulatorApp {
  const homes = new Map<string, Home>();
  for (const user of world.users.keys()) {
    const personal = calendarOf(
      [element('d:displayname', 'Personal'), element('a:calendar-color', '#00679e')],
      ['VEVENT'],
    );
    const calendars = new Map([['personal', personal]]);
    homes.set(user, { calendars, trash: new Map() });
    if (world.hasSamples) {
      const tasks = calendarOf([element('d:displayname', 'Tasks'), element('a:calendar-color', '#2d7d46')], ['VTODO']);
      calendars.set('tasks', tasks);
      addCalendarSamples(world, personal, tasks);
    }
  }
  return {
    name: 'calendar',
    snapshot: () =>
      [...homes].map(([user, { calendars }]) => [
        user,
        [...calendars].map(([name, { props, objects }]) => [
          name,
          [...props.values()].map((prop) => [prop.name, prop.text]),
          [...objects.values()].map(({ data }) => data.replaceAll(/^(DTSTAMP|CREATED|LAST-MODIFIED):.*\r?\n/gm, '')),
        ]),
      ]),
    handle: (request) => {
      const rest = after(request.path, 'remote.php', 'dav', 'calendars');
      if (rest === undefined) return undefined;
      const [user = '', name, file] = rest;
      const home = user === request.user ? homes.get(user) : undefined;
      if (home === undefined) return notFound(`Principal with name ${user} not found`);
      if (name === undefined) return handleHome(request, user, home, world);
      if (name === 'outbox') return answerOutbox(request, world, (other) => homes.get(other)?.calendars.values() ?? []);
      const found = home.calendars.get(name);
      if (file === undefined) return handleCalendar(world, request, home, name);
      if (found === undefined) return notFound(`Calendar with name '${name}' could not be found`);
      return request.method === 'MOVE'
        ? move(world, request, home, found, file)
        : handleObject(world, request, found, file, RULES);
    },
  };
}

function handleCalendar(world: World, request: EmulatorRequest, home: Home, name: string): EmulatorReply {
  const { method, user } = request;
  const found = home.calendars.get(name);
  if (method === 'MKCALENDAR') {
    if (found !== undefined || home.trash.has(name))
      return davError(405, 'MethodNotAllowed', 'The resource you tried to create already exists');
    const props = setProps(parseBodyXml(request));
    const given = props.find((prop) => prop.name === 'c:supported-calendar-component-set');
    const components = childrenOf(given, 'c:comp').flatMap(({ attributes }) => attributes['name'] ?? []);
    home.calendars.set(name, calendarOf(props, components.length === 0 ? ['VEVENT', 'VTODO'] : components));
    return done(201);
  }
  if (method === 'DELETE') return deleteCalendar(request, home, name);
  if (found === undefined) return notFound(`Calendar with name '${name}' could not be found`);
  switch (method) {
    case 'PROPFIND':
      return propfind(request, [toResource(user, name, found, world)], DAV);
    case 'PROPPATCH': {
      const props = setProps(parseBodyXml(request));
      for (const prop of props) found.props.set(prop.name, prop);
      found.version++;
      const empty = props.map((prop) => element(prop.name));
      return multistatus([response(davHref('calendars', user, name), empty)]);
    }
    case 'REPORT':
      return report(parseBodyXml(request), found, ['calendars', user, name], world.now());
    default:
      return { status: 501 };
  }
}

/** The first delete moves a calendar to the trash, the second removes it. */
function deleteCalendar({ header }: EmulatorRequest, { calendars, trash }: Home, name: string): EmulatorReply {
  const found = calendars.get(name);
  if (found === undefined && !trash.delete(name)) return notFound(`Calendar with name '${name}' could not be found`);
  calendars.delete(name);
  if (found !== undefined && header('x-nc-caldav-no-trashbin') !== '1') trash.set(name, found);
  return done(204);
}

function handleHome(request: EmulatorRequest, user: string, { calendars }: Home, world: World): EmulatorReply {
  if (request.method !== 'PROPFIND') return { status: 501 };
  const folder = (name: readonly string[], type: XmlElement[]): Resource => ({
    href: davHref('calendars', user, ...name, ''),
    props: [element('d:resourcetype', [element('d:collection'), ...type])],
  });
  const inner = [...calendars].map(([name, calendar]) => toResource(user, name, calendar, world));
  const own = [
    folder(['inbox'], [element('c:schedule-inbox')]),
    folder(['outbox'], [element('c:schedule-outbox')]),
    folder(['trashbin'], [foreign(NEXTCLOUD_COM, 'trash-bin')]),
  ];
  return propfind(request, [folder([], []), ...(request.header('depth') === '0' ? [] : [...inner, ...own])], DAV);
}

const toResource = (user: string, name: string, { props, version }: Collection, { users }: World): Resource => ({
  href: davHref('calendars', user, name, ''),
  props: [
    element('d:resourcetype', [element('d:collection'), element('c:calendar')]),
    element('cs:getctag', `http://sabre.io/ns/sync/${version}`),
    element('s:sync-token', String(version)),
    element('c:schedule-calendar-transp', [element('c:opaque')]),
    element('oc:owner-principal', `principals/users/${user}`),
    element('a:calendar-order', '0'),
    foreign(NEXTCLOUD_COM, 'owner-displayname', users.get(user)?.displayName ?? user),
    ...props.values(),
  ],
});

function move(world: World, request: EmulatorRequest, home: Home, from: Collection, file: string): EmulatorReply {
  const object = from.objects.get(file);
  const failed = checkPreconditions(request, object);
  if (failed !== undefined) return failed;
  const target = new URL(request.header('destination') ?? '', 'http://emulator').pathname
    .split('/')
    .map(decodeURIComponent);
  const [name = '', newFile = ''] = target.slice(-2);
  const to = home.calendars.get(name);
  if (object === undefined || to === undefined) return notFound('Calendar object not found');
  const refused = RULES.refuse(to, newFile, object.data);
  if (refused !== undefined) return refused;
  store(world, to, newFile, object.data);
  from.objects.delete(file);
  from.version++;
  return done(201);
}

const calendarOf = (props: readonly XmlElement[], components: readonly string[]): Collection =>
  createCollection([
    ...props,
    element(
      'c:supported-calendar-component-set',
      components.map((name) => element('c:comp', [], { name })),
    ),
  ]);

const setProps = (body: XmlElement | undefined): readonly XmlElement[] =>
  childrenOf(body, 'd:set').flatMap((set) => child(set, 'd:prop')?.children ?? []);

const RULES: ObjectRules = {
  missing: 'Calendar object not found',
  typeOf: (data) => `text/calendar; charset=utf-8; component=${mainComponent(data)?.name ?? ''}`,
  refuse: (calendar, file, data) => {
    const main = mainComponent(data);
    if (main === undefined)
      return davError(415, 'UnsupportedMediaType', 'Validation error in iCalendar: it cannot be parsed');
    const supported = childrenOf(calendar.props.get('c:supported-calendar-component-set'), 'c:comp');
    if (!supported.some(({ attributes }) => attributes['name'] === main.name.toUpperCase()))
      return davError(403, 'Forbidden', 'This calendar does not support this component');
    const uid = main.getFirstPropertyValue('uid');
    const isTaken = [...calendar.objects].some(
      ([other, object]) => other !== file && mainComponent(object.data)?.getFirstPropertyValue('uid') === uid,
    );
    return isTaken
      ? davError(400, 'BadRequest', 'Calendar object with uid already exists in this calendar collection.')
      : undefined;
  },
};

function mainComponent(data: string): ICAL.Component | undefined {
  try {
    return parseIcal(data, 'an object')
      .getAllSubcomponents()
      .find(({ name }) => name !== 'vtimezone');
  } catch {
    return undefined;
  }
}
