import { child, childrenOf, element, type XmlElement } from '../../dav/xml.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import {
  after,
  davError,
  done,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  json,
  type World,
} from '../app.ts';
import { type Collection, createCollection, handleObject, type ObjectRules, store } from './collection.ts';
import { davHref, multistatus, notFound, parseBodyXml, propfind, type Resource, response } from './multistatus.ts';
import { SAMPLE_CARDS } from './samples.ts';

const DAV =
  '1, 3, extended-mkcol, access-control, calendarserver-principal-property-search, oc-resource-sharing, addressbook, nc-paginate, nextcloud-checksum-update, nc-calendar-search, nc-enable-birthday-calendar';
const ACCOUNTS = 'z-server-generated--system';

/** The address books of every user, and the one with the accounts of this server. */
export function createCarddavApp(world: World): EmulatorApp {
  const homes = new Map<string, Map<string, Collection>>();
  for (const user of world.users.keys()) {
    const contacts = createCollection([element('d:displayname', 'Contacts')]);
    if (world.hasSamples)
      for (const [uid, card] of Object.entries(SAMPLE_CARDS)) store(world, contacts, `${uid}.vcf`, card);
    homes.set(
      user,
      new Map([
        ['contacts', contacts],
        [ACCOUNTS, createCollection([element('d:displayname', 'Accounts')])],
      ]),
    );
  }
  return {
    name: 'contacts',
    snapshot: () =>
      [...homes].map(([user, books]) => [
        user,
        [...books].map(([name, { props, objects }]) => [
          name,
          [...props.values()].map((prop) => [prop.name, prop.text]),
          [...objects].map(([file, { data }]) => [file, data.replaceAll(/^REV[:;].*\r?\n/gm, '')]),
        ]),
      ]),
    handle: (request) => {
      const rest = after(request.path, 'remote.php', 'dav', 'addressbooks', 'users');
      if (rest === undefined) return undefined;
      const [user = '', name, file] = rest;
      const books = user === request.user ? homes.get(user) : undefined;
      if (books === undefined) return notFound(`Principal with name ${user} not found`);
      if (name === undefined) return handleHome(request, user, books);
      if (file === undefined) return handleBook(request, books, name);
      const found = books.get(name);
      if (found === undefined) return notFound(`Addressbook with name '${name}' could not be found`);
      if (name === ACCOUNTS && request.method !== 'GET') return davError(403, 'Forbidden', 'This is read-only');
      return handleObject(world, request, found, file, RULES);
    },
  };
}

function handleHome(request: EmulatorRequest, user: string, books: ReadonlyMap<string, Collection>): EmulatorReply {
  if (request.method !== 'PROPFIND') return { status: 501 };
  const home: Resource = {
    href: davHref('addressbooks', 'users', user, ''),
    props: [element('d:resourcetype', [element('d:collection')])],
  };
  const inner = [...books].map(([name, book]) => toResource(user, name, book));
  return propfind(request, [home, ...(request.header('depth') === '0' ? [] : inner)], DAV);
}

function handleBook(request: EmulatorRequest, books: Map<string, Collection>, name: string): EmulatorReply {
  const { method, user } = request;
  const found = books.get(name);
  if (method === 'MKCOL') {
    if (found !== undefined)
      return davError(405, 'MethodNotAllowed', 'The resource you tried to create already exists');
    const props = childrenOf(parseBodyXml(request), 'd:set').flatMap((set) => child(set, 'd:prop')?.children ?? []);
    const type = props.find((prop) => prop.name === 'd:resourcetype');
    if (child(type, 'card:addressbook') === undefined)
      return davError(400, 'BadRequest', 'You can only create address books here');
    books.set(name, createCollection(props.filter((prop) => prop !== type)));
    return done(201);
  }
  if (found === undefined) return notFound(`Addressbook with name '${name}' could not be found`);
  switch (method) {
    case 'DELETE':
      if (name === ACCOUNTS) return davError(403, 'Forbidden', 'This address book cannot be deleted');
      books.delete(name);
      return done(204);
    case 'PROPFIND':
      return propfind(request, [toResource(user, name, found)], DAV);
    case 'REPORT':
      return query(parseBodyXml(request), found, ['addressbooks', 'users', user, name]);
    default:
      return { status: 501 };
  }
}

function query(asked: XmlElement | undefined, { objects }: Collection, path: readonly string[]): EmulatorReply {
  if (asked?.name !== 'card:addressbook-query')
    return json({ message: `The emulator does not support the report ${asked?.name ?? ''}.` }, 501);
  const filters = childrenOf(child(asked, 'card:filter'), 'card:prop-filter');
  const matches = (data: string): boolean =>
    filters.every((filter) => {
      const value = parseIcal(data, 'a card').getFirstPropertyValue((filter.attributes['name'] ?? '').toLowerCase());
      const text = child(filter, 'card:text-match')?.text ?? '';
      return String(value ?? '')
        .toLowerCase()
        .includes(text.toLowerCase());
    });
  return multistatus(
    [...objects]
      .filter(([, { data }]) => matches(data))
      .map(([file, { data, etag }]) =>
        response(davHref(...path, file), [element('d:getetag', `"${etag}"`), element('card:address-data', data)]),
      ),
  );
}

const toResource = (user: string, name: string, { props, version }: Collection): Resource => ({
  href: davHref('addressbooks', 'users', user, name, ''),
  props: [element('d:resourcetype', [element('d:collection'), element('card:addressbook')])],
  more: [...props.values(), element('cs:getctag', String(version))],
});

const RULES: ObjectRules = {
  missing: 'Card not found',
  typeOf: () => 'text/vcard; charset=utf-8',
  refuse: (_, _file, data) => {
    try {
      if (parseIcal(data, 'a card').name === 'vcard') return undefined;
    } catch {
      // Reported by the reply below.
    }
    return davError(415, 'UnsupportedMediaType', 'This resource only supports valid vCard data.');
  },
};
