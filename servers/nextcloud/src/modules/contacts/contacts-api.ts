import type ICAL from 'ical.js';
import { createDavClient, type DavObject, type Precondition, propsOf, toEncodedPath } from '../../dav/dav-client.ts';
import { findHomes } from '../../dav/homes.ts';
import { davText } from '../../dav/multistatus.ts';
import { child, element } from '../../dav/xml.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { parseIcal } from '../../ical/parse-ical.ts';

export interface AddressBook {
  readonly name: string;
  readonly displayName: string;
  readonly ctag: string;
  /** Maintained by Nextcloud: the accounts, or recently contacted people. */
  readonly isSystem: boolean;
}

export interface Card extends Pick<DavObject, 'file' | 'path' | 'etag'> {
  readonly vcard: ICAL.Component;
}

const TYPE = 'text/vcard; charset=utf-8';
const SYSTEM = /^z-(?:server|app)-generated--/;

/** The address books of the signed-in user. */
export async function openContacts(nextcloud: Nextcloud, signal: AbortSignal) {
  const dav = createDavClient(nextcloud, signal);
  const { addressbooks } = await findHomes(nextcloud, signal);
  const at = (book: string, ...rest: readonly string[]) => ({
    path: [...addressbooks, book, ...rest],
    what: `address book '${book}'`,
  });
  const contactAt = (book: string, uid: string) => ({
    path: at(book, `${uid}.vcf`).path,
    what: `contact '${uid}' in address book '${book}'`,
  });
  const query = async (book: string, uid?: string): Promise<readonly Card[]> => {
    const match = element('card:text-match', uid ?? '', { collation: 'i;unicode-casemap', 'match-type': 'equals' });
    const filter = element('card:filter', [element('card:prop-filter', [match], { name: 'UID' })]);
    const asked = element('card:addressbook-query', [
      propsOf(['d:getetag', 'card:address-data']),
      ...(uid === undefined ? [] : [filter]),
    ]);
    const found = await dav.query(at(book, ''), asked, 'card:address-data');
    return found.map(({ data, ...object }) => ({ ...object, vcard: parseIcal(data, object.file) }));
  };
  return {
    list: async (): Promise<readonly AddressBook[]> => {
      const props = ['d:displayname', 'd:resourcetype', 'cs:getctag'];
      const found = await dav.propfind({ path: [...addressbooks, ''], what: 'your address books' }, '1', props);
      return found
        .filter((resource) => child(resource.props.get('d:resourcetype'), 'card:addressbook') !== undefined)
        .map((resource) => {
          const name = resource.path.at(-1) ?? '';
          return {
            name,
            displayName: davText(resource, 'd:displayname') ?? name,
            ctag: davText(resource, 'cs:getctag') ?? '',
            isSystem: SYSTEM.test(name),
          };
        });
    },
    cards: (book: string) => query(book),
    /** Finds a contact by its file name UID.vcf, else by the UID in the card: other programs use other file names. */
    find: async (book: string, uid: string): Promise<Card | undefined> => {
      const direct = await dav.get(contactAt(book, uid));
      if (direct !== undefined) {
        const { data, ...object } = direct;
        return { ...object, vcard: parseIcal(data, object.file) };
      }
      return (await query(book, uid)).find(({ vcard }) => vcard.getFirstPropertyValue('uid') === uid);
    },
    create: async (book: string, uid: string, vcard: ICAL.Component) => {
      const target = contactAt(book, uid);
      return { href: toEncodedPath(target.path), etag: await dav.put(target, `${vcard.toString()}\r\n`, TYPE, 'new') };
    },
    update: async ({ path, vcard }: Card, only: Precondition, what: string) => ({
      href: toEncodedPath(path),
      etag: await dav.put({ path, what }, `${vcard.toString()}\r\n`, TYPE, only),
    }),
    remove: ({ path, etag }: Card, what: string): Promise<boolean> => dav.remove({ path, what }, etag),
    createBook: async (name: string, displayName: string): Promise<void> => {
      const type = element('d:resourcetype', [element('d:collection'), element('card:addressbook')]);
      const prop = element('d:prop', [type, element('d:displayname', displayName)]);
      await dav.send(at(name, ''), 'MKCOL', element('d:mkcol', [element('d:set', [prop])]));
    },
    removeBook: (name: string): Promise<boolean> => dav.remove(at(name, '')),
  };
}
