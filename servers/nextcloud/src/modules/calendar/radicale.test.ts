import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../../fixtures/connect.ts';
import { type Radicale, startRadicale } from '../../fixtures/radicale.ts';

let radicale: Radicale;
let server: Awaited<ReturnType<typeof connectTo>>;
const call = (tool: string, args: object = {}): Promise<Readonly<Record<string, unknown>>> =>
  server.call(tool, { ...args }) as Promise<Readonly<Record<string, unknown>>>;

beforeAll(async () => {
  radicale = await startRadicale();
  server = await connectTo(radicale.nextcloud, ['calendar', 'contacts']);
  await call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'work', display_name: 'R&D' });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await radicale[Symbol.asyncDispose]();
});

const EVENT = { calendar_name: 'work', title: 'Grüße; a, b', start_datetime: '2026-03-23T09:00[Europe/Berlin]' };

describe('with Radicale', () => {
  it('calendars are managed', async () => {
    await call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'other' });
    const changes = { description: 'Käse & <Wein>', color: '#ff0000' };
    expect(
      await call('nc_calendar_manage_calendar', { action: 'update', calendar_name: 'other', ...changes }),
    ).toMatchObject({ calendars: [{ name: 'other', ...changes }] });
    const { calendars } = await call('nc_calendar_list_calendars');
    expect(calendars).toContainEqual(expect.objectContaining({ name: 'work', display_name: 'R&D', color: '#1976D2' }));
    const remove = () => call('nc_calendar_manage_calendar', { action: 'delete', calendar_name: 'other' });
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await remove()).toMatchObject({ deleted: false });
  });

  it('a series is created, expanded in its zone, updated by etag and deleted', async () => {
    const { uid, etag } = await call('nc_calendar_create_event', {
      ...EVENT,
      recurrence_rule: 'FREQ=WEEKLY',
      recurrence_end_date: '2026-04-06',
      attendees: 'bob@example.org',
      categories: 'A,B',
    });
    const { events } = await call('nc_calendar_list_events', {
      calendar_name: 'work',
      start_date: '2026-03-25',
      end_date: '2026-12-31',
    });
    expect((events as readonly { start_datetime: string }[]).map((event) => event.start_datetime)).toEqual([
      '2026-03-30T09:00:00+02:00',
      '2026-04-06T09:00:00+02:00',
    ]);
    const key = { calendar_name: 'work', event_uid: uid };
    const updated = await call('nc_calendar_update_event', { ...key, location: 'Café', etag });
    expect(updated['etag']).not.toBe(etag);
    expect(await call('nc_calendar_update_event', { ...key, location: 'Stale', etag })).toMatchObject({
      failed: { code: 'STALE_ETAG' },
    });
    expect(await call('nc_calendar_get_event', key)).toMatchObject({
      title: EVENT.title,
      location: 'Café',
      categories: ['A', 'B'],
      attendees: [{ email: 'bob@example.org' }],
      etag: updated['etag'],
    });
    expect(await call('nc_calendar_delete_event', key)).toMatchObject({ deleted: true });
    expect(await call('nc_calendar_delete_event', key)).toMatchObject({ deleted: false });
  });

  it('events are moved and deleted in bulk within the dates', async () => {
    await call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'archive' });
    for (const day of ['05', '06', '07'])
      await call('nc_calendar_create_event', {
        ...EVENT,
        title: `Day ${day}`,
        start_datetime: `2026-05-${day}T09:00Z`,
      });
    const dates = { start_date: '2026-05-06', end_date: '2026-05-06' };
    const move = { operation: 'move', calendar_name: 'work', target_calendar: 'archive', ...dates };
    expect(await call('nc_calendar_bulk_operations', move)).toMatchObject({ done_count: 1, failed_count: 0 });
    expect(await call('nc_calendar_list_events', { calendar_name: 'archive' })).toMatchObject({
      events: [{ title: 'Day 06' }],
    });
    expect(
      await call('nc_calendar_bulk_operations', { operation: 'delete', title_contains: 'day', end_date: '2026-05-06' }),
    ).toMatchObject({ done_count: 2 });
    expect(await call('nc_calendar_list_events', { calendar_name: 'work' })).toMatchObject({
      events: [{ title: 'Day 07' }],
    });
  });

  it('free time is found, and attendees are refused without a scheduling outbox', async () => {
    await call('nc_calendar_create_event', {
      ...EVENT,
      start_datetime: '2026-06-01T10:00Z',
      recurrence_rule: 'FREQ=DAILY;COUNT=2',
    });
    const monday = { duration_minutes: 60, date_range_start: '2026-06-02', date_range_end: '2026-06-02' };
    expect(await call('nc_calendar_find_availability', monday)).toMatchObject({
      windows: [
        { start: '2026-06-02T09:00:00Z', end: '2026-06-02T10:00:00Z' },
        { start: '2026-06-02T11:00:00Z', end: '2026-06-02T17:00:00Z' },
      ],
    });
    expect(await call('nc_calendar_find_availability', { ...monday, attendees: 'bob@example.org' })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('scheduling outbox') },
    });
  });

  it('todos are created, completed and deleted', async () => {
    const { uid } = await call('nc_calendar_create_todo', {
      calendar_name: 'work',
      summary: 'Écrire',
      due: '2026-02-01',
    });
    const key = { calendar_name: 'work', todo_uid: uid };
    await call('nc_calendar_update_todo', { ...key, status: 'COMPLETED' });
    expect(await call('nc_calendar_search_todos', { status: 'COMPLETED' })).toMatchObject({
      todos: [{ summary: 'Écrire', due: '2026-02-01', percent_complete: 100 }],
      total_count: 1,
    });
    expect(await call('nc_calendar_delete_todo', key)).toMatchObject({ deleted: true });
  });

  it('contacts are created, merged by etag and deleted', async () => {
    await call('nc_contacts_create_addressbook', { name: 'people', display_name: 'P & Q' });
    expect(await call('nc_contacts_list_addressbooks')).toMatchObject({
      addressbooks: [{ name: 'people', display_name: 'P & Q', getctag: expect.stringMatching(/./) }],
    });
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:c1\r\nFN:Jo\r\nN:Jo;;;;\r\nX-OTHER:keep\r\nEND:VCARD\r\n';
    expect((await radicale.request('PUT', 'people/other-name.vcf', card)).status).toBe(201);
    const { etag } = await call('nc_contacts_update_contact', {
      addressbook: 'people',
      uid: 'c1',
      contact_data: { email: 'jo@example.org' },
    });
    expect(await (await radicale.request('GET', 'people/other-name.vcf')).text()).toContain('X-OTHER:keep');
    expect(await call('nc_contacts_list_contacts', { addressbook: 'people' })).toMatchObject({
      contacts: [{ uid: 'c1', fullname: 'Jo', emails: ['jo@example.org'], etag }],
    });
    const stale = { addressbook: 'people', uid: 'c1', contact_data: { fn: 'Stale' }, etag: 'old' };
    expect(await call('nc_contacts_update_contact', stale)).toMatchObject({ failed: { code: 'STALE_ETAG' } });
    const contact = { addressbook: 'people', uid: 'z-1', contact_data: { fn: 'Zoë; Müller, Z', bday: '1990-01-31' } };
    await call('nc_contacts_create_contact', contact);
    expect(await call('nc_contacts_create_contact', contact)).toMatchObject({ failed: { code: 'CONFLICT' } });
    const remove = () => call('nc_contacts_delete_contact', { addressbook: 'people', uid: 'z-1' });
    expect(await remove()).toMatchObject({ deleted: true });
    expect(await remove()).toMatchObject({ deleted: false });
    const drop = () => call('nc_contacts_delete_addressbook', { name: 'people' });
    expect(await drop()).toMatchObject({ deleted: true });
    expect(await drop()).toMatchObject({ deleted: false });
  });
});
