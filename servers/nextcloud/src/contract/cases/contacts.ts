import type { ContractWorld, ExpectedChanges, ModuleContract, Reply } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

const books = new WeakMap<ContractWorld, string>();

async function createBook({ call, name, cleanUp }: ContractWorld): Promise<string> {
  const book = name('book');
  cleanUp(() => call('nc_contacts_delete_addressbook', { name: book }));
  await call('nc_contacts_create_addressbook', { name: book, display_name: book });
  return book;
}

function bookOf(world: ContractWorld): string {
  const book = books.get(world);
  if (book === undefined) throw new Error('The contacts contract has not been set up.');
  return book;
}

const newContact = (world: ContractWorld) => ({
  addressbook: bookOf(world),
  uid: world.name('contact'),
  contact_data: { fn: 'Ada Lovelace', email: ['ada@example.org'], tel: '+44 20 5550 1815', note: 'One' },
});

async function createContact(world: ContractWorld) {
  const { addressbook, uid, contact_data } = newContact(world);
  const { etag } = await world.call('nc_contacts_create_contact', { addressbook, uid, contact_data });
  return { place: { addressbook, uid }, etag };
}

async function ownBooks(world: ContractWorld): Promise<readonly Reply[]> {
  const { addressbooks } = await world.call('nc_contacts_list_addressbooks');
  return (addressbooks as readonly Reply[]).filter(({ name }) => String(name).startsWith(ownPrefix(world)));
}

const onBook =
  (...fields: readonly string[]) =>
  ({ name }: Reply): ExpectedChanges => ({ of: [`name ${String(name)}`], fields });
const onContact =
  (...fields: readonly string[]) =>
  ({ uid }: Reply): ExpectedChanges => ({ of: [`uid ${String(uid)}`], fields });

export const contactsContract: ModuleContract = {
  module: 'contacts',
  begin: async (world) => {
    books.set(world, await createBook(world));
    await createContact(world);
  },
  observe: async (world) =>
    Promise.all(
      (await ownBooks(world)).map(async (book) => ({
        ...book,
        ...(await world.call('nc_contacts_list_contacts', { addressbook: book['name'] })),
      })),
    ),
  cases: [
    { tool: 'nc_contacts_list_addressbooks', prepare: async () => ({}) },
    { tool: 'nc_contacts_list_contacts', prepare: async (world) => ({ addressbook: bookOf(world) }) },
    {
      tool: 'nc_contacts_create_addressbook',
      prepare: async ({ call, name, cleanUp }) => {
        const book = name('new');
        cleanUp(() => call('nc_contacts_delete_addressbook', { name: book }));
        return { name: book, display_name: 'New' };
      },
      changes: onBook('+'),
    },
    {
      tool: 'nc_contacts_create_addressbook',
      failsWith: 'CONFLICT',
      prepare: async (world) => ({ name: await createBook(world), display_name: 'Again' }),
    },
    {
      tool: 'nc_contacts_delete_addressbook',
      prepare: async (world) => ({ name: await createBook(world) }),
      changes: onBook('-'),
    },
    { tool: 'nc_contacts_create_contact', prepare: async (world) => newContact(world), changes: onContact('+') },
    {
      tool: 'nc_contacts_create_contact',
      failsWith: 'CONFLICT',
      prepare: async (world) => ({ ...(await createContact(world)).place, contact_data: { fn: 'Somebody Else' } }),
    },
    {
      tool: 'nc_contacts_update_contact',
      prepare: async (world) => {
        const { place, etag } = await createContact(world);
        return { ...place, etag, contact_data: { nickname: 'Countess', note: '' } };
      },
      changes: onContact('nickname', 'note'),
    },
    {
      tool: 'nc_contacts_update_contact',
      failsWith: 'STALE_ETAG',
      prepare: async (world) => {
        const { place, etag } = await createContact(world);
        await world.call('nc_contacts_update_contact', { ...place, etag, contact_data: { note: 'Newer' } });
        return { ...place, etag, contact_data: { note: 'Stale' } };
      },
    },
    {
      tool: 'nc_contacts_delete_contact',
      prepare: async (world) => (await createContact(world)).place,
      changes: onContact('-'),
    },
  ],
};
