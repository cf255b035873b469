import { NextcloudError } from '../../errors.ts';
import type { ResourceSpec } from '../../resources/define-resource.ts';
import { openContacts } from './contacts-api.ts';

export const contactResources: readonly ResourceSpec[] = [
  {
    name: 'addressbook',
    uri: 'nc://Contacts/{addressbook}',
    title: 'Address Book',
    description: 'An address book: its title and version.',
    scopes: ['contacts:read'],
    complete: {
      addressbook: async (nextcloud, signal) =>
        (await (await openContacts(nextcloud, signal)).list()).map(({ name }) => name),
    },
    read: async ({ addressbook }, { nextcloud, signal }) => {
      const all = await (await openContacts(nextcloud, signal)).list();
      const found = all.find(({ name }) => name === addressbook);
      if (found === undefined) throw new NextcloudError('NOT_FOUND', `Nextcloud has no address book '${addressbook}'.`);
      return found;
    },
  },
];
