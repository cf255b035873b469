import * as z from 'zod';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, READ, UPDATE } from '../../tools/hints.ts';
import { pathName } from '../path-name.ts';
import { openContacts } from './contacts-api.ts';
import { ContactData, newCard, readCard, writeCard } from './vcard.ts';

const addressbook = pathName.describe('Name of the address book');
const uid = pathName.describe('uid of the contact');
const Written = z.object({ uid: z.string(), href: z.string(), etag: z.string() });

export const listAddressbooks = defineTool({
  name: 'nc_contacts_list_addressbooks',
  title: 'List Address Books',
  description: 'Lists your address books. Other tools take their name; those with is_system are kept by Nextcloud.',
  hints: READ,
  scopes: ['contacts:read'],
  output: z.object({
    addressbooks: z
      .array(z.object({ name: z.string(), display_name: z.string(), getctag: z.string(), is_system: z.boolean() }))
      .readonly(),
    total_count: z.number(),
  }),
  run: async (_, { nextcloud, signal }) => {
    const found = await (await openContacts(nextcloud, signal)).list();
    const addressbooks = found.map(({ name, displayName, ctag, isSystem }) => ({
      name,
      display_name: displayName,
      getctag: ctag,
      is_system: isSystem,
    }));
    return { addressbooks, total_count: addressbooks.length };
  },
});

export const listContacts = defineTool({
  name: 'nc_contacts_list_contacts',
  title: 'List Contacts',
  description: 'Lists the contacts of an address book, with the etag for an update.',
  hints: READ,
  scopes: ['contacts:read'],
  input: z.object({ addressbook }),
  output: z.object({
    contacts: z
      .array(
        z.object({
          uid: z.string(),
          fullname: z.string(),
          nickname: z.string().optional(),
          birthday: z.string().optional(),
          emails: z.array(z.string()).readonly(),
          phones: z.array(z.string()).readonly(),
          org: z.string().optional(),
          title: z.string().optional(),
          note: z.string().optional(),
          categories: z.array(z.string()).readonly(),
          etag: z.string(),
        }),
      )
      .readonly(),
    total_count: z.number(),
  }),
  run: async ({ addressbook: book }, { nextcloud, signal }) => {
    const cards = await (await openContacts(nextcloud, signal)).cards(book);
    const contacts = cards.map(({ vcard, etag, file }) => {
      const contact = readCard(vcard);
      return { ...contact, uid: contact.uid || file.replace(/\.vcf$/, ''), etag };
    });
    return { contacts, total_count: contacts.length };
  },
});

export const createAddressbook = defineTool({
  name: 'nc_contacts_create_addressbook',
  title: 'Create Address Book',
  description: 'Creates an address book. Fails where there is one of this name.',
  hints: CREATE,
  scopes: ['contacts:write'],
  input: z.object({
    name: pathName.describe('Name in addresses, such as clients'),
    display_name: z.string().min(1).max(200).describe('Name to show'),
  }),
  output: z.object({ name: z.string(), message: z.string() }),
  run: async ({ name, display_name }, { nextcloud, signal }) => {
    await (await openContacts(nextcloud, signal)).createBook(name, display_name);
    return { name, message: `Created address book '${name}'.` };
  },
});

export const deleteAddressbook = defineTool({
  name: 'nc_contacts_delete_addressbook',
  title: 'Delete Address Book',
  description: 'Deletes an address book with all its contacts. Says so where it was gone already.',
  hints: DELETE,
  scopes: ['contacts:write'],
  input: z.object({ name: addressbook }),
  output: Deleted,
  run: async ({ name }, { nextcloud, signal }) =>
    toDeleted(`address book '${name}'`, await (await openContacts(nextcloud, signal)).removeBook(name)),
});

export const createContact = defineTool({
  name: 'nc_contacts_create_contact',
  title: 'Create Contact',
  description: 'Creates a contact. Fails where there is one of this uid.',
  hints: CREATE,
  scopes: ['contacts:write'],
  input: z.object({
    addressbook,
    uid: uid.describe('A new uid, such as a UUID'),
    contact_data: ContactData.describe('fn is needed'),
  }),
  output: Written,
  run: async ({ addressbook: book, uid: id, contact_data }, { nextcloud, signal, now }) => {
    if (contact_data.fn === undefined) throw invalidArgument('contact_data needs fn, the full name.');
    const card = newCard(id);
    writeCard(card, contact_data, now());
    return { uid: id, ...(await (await openContacts(nextcloud, signal)).create(book, id, card)) };
  },
});

export const updateContact = defineTool({
  name: 'nc_contacts_update_contact',
  title: 'Update Contact',
  description:
    'Changes the fields that are given; an empty text or list clears a field, everything else in the card stays. Fails without writing when the card has changed since it was read.',
  hints: UPDATE,
  scopes: ['contacts:write'],
  input: z.object({
    addressbook,
    uid,
    contact_data: ContactData.describe('Fields to change'),
    etag: z.string().default('').describe('Etag of the contact as you read it'),
  }),
  output: Written,
  run: async ({ addressbook: book, uid: id, contact_data, etag }, { nextcloud, signal, now }) => {
    if (Object.keys(contact_data).length === 0) throw invalidArgument('Give at least one field in contact_data.');
    const api = await openContacts(nextcloud, signal);
    const what = `contact '${id}' in address book '${book}'`;
    const card = await api.find(book, id);
    if (card === undefined)
      throw new NextcloudError('NOT_FOUND', `Nextcloud has no ${what}. Use a uid from nc_contacts_list_contacts.`);
    writeCard(card.vcard, contact_data, now());
    return { uid: id, ...(await api.update(card, { etag: etag || card.etag }, what)) };
  },
});

export const deleteContact = defineTool({
  name: 'nc_contacts_delete_contact',
  title: 'Delete Contact',
  description: 'Deletes a contact. Says so where it was gone already.',
  hints: DELETE,
  scopes: ['contacts:write'],
  input: z.object({ addressbook, uid }),
  output: Deleted,
  run: async ({ addressbook: book, uid: id }, { nextcloud, signal }) => {
    const api = await openContacts(nextcloud, signal);
    const what = `contact '${id}' in address book '${book}'`;
    const card = await api.find(book, id);
    return toDeleted(what, card !== undefined && (await api.remove(card, what)));
  },
});
