import { describe, expect, it } from 'vitest';
import { davText, parseMultistatus } from '../../dav/multistatus.ts';
import { EXCHANGES } from '../../emulator/fixtures/exchanges.ts';
import { connect, USERS } from '../../fixtures/connect.ts';
import { parseIcal } from '../../ical/parse-ical.ts';
import { readCard } from './vcard.ts';

const CARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'UID:c1',
  'N:Doe;Jo;Q;;',
  'FN:Jo Doe',
  'EMAIL;TYPE=HOME:jo@example.org',
  'EMAIL;TYPE=WORK:jo@work.example',
  'item1.TEL:123',
  'item1.X-ABLABEL:Boat',
  'ADR;TYPE=home:;;Street 1;Town;;123;DE',
  'NOTE:A folded line that another program wrote with a comma\\, a semicolon\\; and Ä',
  ' ß at the fold',
  'X-SECRET;Q=1:stays',
  'END:VCARD',
  '',
].join('\r\n');
const headers = {
  authorization: `Basic ${Buffer.from(`ada:${USERS.ada.password}`).toString('base64')}`,
  'content-type': 'text/vcard',
};
const PATH = '/remote.php/dav/addressbooks/users/ada/contacts';

describe('contacts', () => {
  it('are created with escaped values, listed and deleted once', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const contact_data = {
      fn: 'Zoë, the <b>; Müller',
      email: ['zoe@example.org', 'z@work.example'],
      tel: '+49 30 1234',
      org: 'Acme; Sons, Ltd',
      bday: '1990-01-31',
      note: 'Line one\nline two',
      categories: ['Friends', 'A,B'],
    };
    const { etag } = (await call('nc_contacts_create_contact', {
      addressbook: 'contacts',
      uid: 'z-1',
      contact_data,
    })) as {
      etag: string;
    };
    expect(await call('nc_contacts_list_contacts', { addressbook: 'contacts' })).toEqual({
      contacts: [
        {
          uid: 'z-1',
          fullname: contact_data.fn,
          birthday: '1990-01-31',
          emails: contact_data.email,
          phones: ['+49 30 1234'],
          org: 'Acme; Sons, Ltd',
          note: 'Line one\nline two',
          categories: ['Friends', 'A,B'],
          etag,
        },
      ],
      total_count: 1,
    });
    const again = await call('nc_contacts_create_contact', { addressbook: 'contacts', uid: 'z-1', contact_data });
    expect(again).toMatchObject({ failed: { code: 'CONFLICT', message: expect.stringContaining('exists already') } });
    const remove = () => call('nc_contacts_delete_contact', { addressbook: 'contacts', uid: 'z-1' });
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await remove()).toMatchObject({ deleted: false });
  });

  it.each(['c1.vcf', 'another-name.vcf'])('merge an update into a card of another program (%s)', async (file) => {
    await using nextcloud = await connect();
    const { call, emulator } = nextcloud;
    const put = await fetch(`${emulator.url}${PATH}/${file}`, { method: 'PUT', headers, body: CARD });
    const etag = (put.headers.get('etag') ?? '').replaceAll('"', '');
    const contact_data = { email: ['jo@work.example', 'new@example.org'], title: 'Boss', given_name: 'Joanna' };
    await call('nc_contacts_update_contact', { addressbook: 'contacts', uid: 'c1', contact_data, etag });
    const text = (await (await fetch(`${emulator.url}${PATH}/${file}`, { headers })).text()).replaceAll('\r\n ', '');
    for (const kept of [
      'N:Doe;Joanna;Q;;',
      'FN:Jo Doe',
      'EMAIL;TYPE=WORK:jo@work.example',
      'EMAIL:new@example.org',
      'ITEM1.TEL:123',
      'ITEM1.X-ABLABEL:Boat',
      'ADR;TYPE=home:;;Street 1;Town;;123;DE',
      'comma\\, a semicolon\\; and Äß at the fold',
      'X-SECRET;Q=1:stays',
      'TITLE:Boss',
    ])
      expect(text).toContain(kept);
    expect(text).not.toContain('jo@example.org');
    const before = emulator.snapshot();
    const stale = await call('nc_contacts_update_contact', { addressbook: 'contacts', uid: 'c1', contact_data, etag });
    expect(stale).toMatchObject({ failed: { code: 'STALE_ETAG' } });
    expect(emulator.snapshot()).toEqual(before);
    expect(await call('nc_contacts_delete_contact', { addressbook: 'contacts', uid: 'c1' })).toMatchObject({
      deleted: true,
    });
  });

  it('are in address books with a ctag, where system books are marked', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    await call('nc_contacts_create_addressbook', { name: 'clients', display_name: 'R&D <clients>' });
    expect(await call('nc_contacts_list_addressbooks')).toEqual({
      addressbooks: [
        { name: 'contacts', display_name: 'Contacts', getctag: '1', is_system: false },
        { name: 'z-server-generated--system', display_name: 'Accounts', getctag: '1', is_system: true },
        { name: 'clients', display_name: 'R&D <clients>', getctag: '1', is_system: false },
      ],
      total_count: 3,
    });
    expect(await call('nc_contacts_create_addressbook', { name: 'clients', display_name: 'x' })).toMatchObject({
      failed: { code: 'CONFLICT' },
    });
    const remove = () => call('nc_contacts_delete_addressbook', { name: 'clients' });
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await remove()).toMatchObject({ deleted: false });
  });

  it('are read with line ends as character references, as Nextcloud sends them', () => {
    const recorded = EXCHANGES[41]?.response.body ?? '';
    const [card] = parseMultistatus(recorded);
    expect(card && readCard(parseIcal(davText(card, 'card:address-data') ?? '', 'a card'))).toMatchObject({
      uid: 'u1',
      fullname: 'Jo Doe',
      emails: ['jo@example.com'],
    });
  });

  it.each([
    ['nc_contacts_list_contacts', { addressbook: 'none' }, 'NOT_FOUND'],
    ['nc_contacts_list_contacts', { addressbook: '../ada' }, 'INVALID_INPUT'],
    ['nc_contacts_create_contact', { addressbook: 'contacts', uid: 'x', contact_data: {} }, 'INVALID_ARGUMENT'],
    [
      'nc_contacts_create_contact',
      { addressbook: 'contacts', uid: 'x', contact_data: { fn: 'x', emial: 'y' } },
      'INVALID_INPUT',
    ],
    ['nc_contacts_create_contact', { addressbook: 'contacts', uid: 'a/b', contact_data: { fn: 'x' } }, 'INVALID_INPUT'],
    ['nc_contacts_create_contact', { addressbook: 'none', uid: 'x', contact_data: { fn: 'x' } }, 'NOT_FOUND'],
    ['nc_contacts_update_contact', { addressbook: 'contacts', uid: 'x', contact_data: { fn: 'x' } }, 'NOT_FOUND'],
    ['nc_contacts_update_contact', { addressbook: 'contacts', uid: 'x', contact_data: {} }, 'INVALID_ARGUMENT'],
    ['nc_contacts_delete_addressbook', { name: 'z-server-generated--system' }, 'NOT_ALLOWED'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });
});
