import { NextcloudError } from '../errors.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { parseMultistatus } from './multistatus.ts';
import { buildXml, child, childrenOf, element, type XmlElement } from './xml.ts';

/** The paths of a user's calendars and address books, relative to the server's address. */
export interface Homes {
  readonly calendars: readonly string[];
  readonly addressbooks: readonly string[];
  /** The scheduling outbox for free-busy requests; `undefined` if the server has none. */
  readonly outbox: readonly string[] | undefined;
  /** The user's addresses for scheduling, such as `mailto:ada@example.org`. */
  readonly addresses: readonly string[];
}

const ROOT = ['remote.php', 'dav'] as const;
const known = new WeakMap<Nextcloud, Promise<Homes>>();

/**
 * Discovers the homes of the signed-in user (RFC 5397, 4791, 6352): the name in their paths can differ from the login name. The
 * answer is cached for the life of the connection.
 */
export function findHomes(nextcloud: Nextcloud, signal: AbortSignal): Promise<Homes> {
  const found = known.get(nextcloud) ?? discover(nextcloud, signal);
  known.set(nextcloud, found);
  found.catch(() => known.delete(nextcloud));
  return found;
}

async function discover(nextcloud: Nextcloud, signal: AbortSignal): Promise<Homes> {
  const read = async (path: readonly string[], names: readonly string[]) => {
    const { text } = await nextcloud.request({
      method: 'PROPFIND',
      path,
      headers: { depth: '0', 'content-type': 'application/xml; charset=utf-8' },
      body: buildXml(
        element('d:propfind', [
          element(
            'd:prop',
            names.map((name) => element(name)),
          ),
        ]),
      ),
      what: 'your DAV account',
      signal,
    });
    return parseMultistatus(text)[0];
  };
  const root = await read([...ROOT, ''], ['d:current-user-principal']);
  // A Nextcloud in a folder of its host has that folder in every path of its answers.
  const folder = Math.max(0, (root?.path.length ?? 0) - ROOT.length);
  const principal = pathsIn(root?.props.get('d:current-user-principal'), folder)[0];
  if (principal === undefined) throw missing('who is signed in');
  const props = (
    await read(
      [...principal, ''],
      ['c:calendar-home-set', 'card:addressbook-home-set', 'c:calendar-user-address-set', 'c:schedule-outbox-URL'],
    )
  )?.props;
  const calendars = pathsIn(props?.get('c:calendar-home-set'), folder)[0];
  const addressbooks = pathsIn(props?.get('card:addressbook-home-set'), folder)[0];
  if (calendars === undefined || addressbooks === undefined) throw missing('where calendars and contacts are');
  return {
    calendars,
    addressbooks,
    outbox: pathsIn(props?.get('c:schedule-outbox-URL'), folder)[0],
    addresses: hrefsIn(props?.get('c:calendar-user-address-set')),
  };
}

const hrefsIn = (property: XmlElement | undefined): readonly string[] =>
  childrenOf(property, 'd:href').map(({ text }) => text.trim());

const pathsIn = (property: XmlElement | undefined, folder: number): readonly (readonly string[])[] =>
  child(property, 'd:href') === undefined
    ? []
    : hrefsIn(property).map((href) =>
        (href.startsWith('http') ? new URL(href).pathname : href)
          .split('/')
          .filter((segment) => segment !== '')
          .map(decodeURIComponent)
          .slice(folder),
      );

const missing = (what: string): NextcloudError =>
  new NextcloudError('UNEXPECTED_REPLY', `The server does not say ${what}. Check that calendars are enabled for you.`);
