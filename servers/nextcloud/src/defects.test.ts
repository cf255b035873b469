// One regression test for each of the 17 defects of the reference server. Other tests go into detail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connected, connect, connectTo, USERS } from './fixtures/connect.ts';
import { serveNextcloud } from './fixtures/serve-nextcloud.ts';
import { createNextcloud } from './http/create-nextcloud.ts';
import { createOAuthWorld } from './oauth/fixtures/connect-oauth.ts';

let nextcloud: Connected;
beforeAll(async () => {
  nextcloud = await connect({ hasSamples: true });
});
afterAll(() => nextcloud[Symbol.asyncDispose]());

type Reply = Readonly<Record<string, unknown>>;
const call = async (tool: string, args: object = {}): Promise<Reply> =>
  (await nextcloud.call(tool, { ...args })) as Reply;
const manage = (args: object) => call('nc_calendar_manage_calendar', args);
/** A calendar for one test case. */
async function calendarWith(name: string, events: readonly object[]): Promise<readonly string[]> {
  await manage({ action: 'create', calendar_name: name });
  const uids: string[] = [];
  for (const event of events)
    uids.push(String((await call('nc_calendar_create_event', { calendar_name: name, title: name, ...event }))['uid']));
  return uids;
}
const startsIn = async (calendar_name: string): Promise<readonly string[]> => {
  const { events } = await call('nc_calendar_list_events', { calendar_name });
  return (events as readonly { start_datetime: string }[]).map(({ start_datetime }) => start_datetime.slice(0, 10));
};
const dav = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${nextcloud.emulator.url}${path}`, {
    ...init,
    headers: { authorization: `Basic ${btoa(`ada:${USERS.ada.password}`)}`, ...init.headers },
  });

describe('the defects of the reference are not here', () => {
  it('1: date filters apply, also to a bulk delete', async () => {
    await calendarWith(
      'd1',
      ['01', '05', '09'].map((day) => ({ start_datetime: `2026-01-${day}T10:00Z` })),
    );
    const dates = { start_date: '2026-01-04', end_date: '2026-01-06' };
    expect(await call('nc_calendar_list_events', { calendar_name: 'd1', ...dates })).toMatchObject({ total_count: 1 });
    expect(await call('nc_calendar_get_upcoming_events', { calendar_name: 'd1' })).toMatchObject({ total_count: 0 });
    await call('nc_calendar_bulk_operations', { operation: 'delete', calendar_name: 'd1', ...dates });
    expect(await startsIn('d1')).toEqual(['2026-01-01', '2026-01-09']);
  });

  it('2: every event filter applies, and a bulk update stays in its calendar', async () => {
    await calendarWith('d2', [
      { start_datetime: '2026-01-01T10:00Z', end_datetime: '2026-01-01T12:00Z' },
      { start_datetime: '2026-01-02T10:00Z' },
    ]);
    await calendarWith('d2b', [{ title: 'd2', start_datetime: '2026-01-03T10:00Z' }]);
    const long = { calendar_name: 'd2', min_duration_minutes: 90 };
    expect(await call('nc_calendar_list_events', long)).toMatchObject({ total_count: 1 });
    const bulk = { operation: 'update', title_contains: 'd2', calendar_name: 'd2', new_location: 'Here' };
    expect(await call('nc_calendar_bulk_operations', bulk)).toMatchObject({ total_found: 2, done_count: 2 });
  });

  it('3: free times are really computed', async () => {
    await calendarWith('d3', [{ start_datetime: '2027-01-04T10:00Z', end_datetime: '2027-01-04T16:00Z' }]);
    const day = { date_range_start: '2027-01-04', date_range_end: '2027-01-04' };
    expect(await call('nc_calendar_find_availability', { duration_minutes: 45, ...day })).toMatchObject({
      windows: [
        { start: '2027-01-04T09:00:00Z', end: '2027-01-04T10:00:00Z' },
        { start: '2027-01-04T16:00:00Z', end: '2027-01-04T17:00:00Z' },
      ],
    });
  });

  it('4: events have etags, and a stale one changes nothing', async () => {
    const [event_uid] = await calendarWith('d4', [{ start_datetime: '2026-01-01T10:00Z' }]);
    const event = { calendar_name: 'd4', event_uid };
    const { etag } = await call('nc_calendar_get_event', event);
    expect(etag).toMatch(/./);
    await call('nc_calendar_update_event', { ...event, etag, title: 'New' });
    const stale = await call('nc_calendar_update_event', { ...event, etag, title: 'Stale' });
    expect(stale).toMatchObject({ failed: { code: 'STALE_ETAG' } });
    expect(await call('nc_calendar_get_event', event)).toMatchObject({ title: 'New' });
  });

  it.each([
    ['nc_calendar_delete_event', 'event_uid'],
    ['nc_calendar_delete_todo', 'todo_uid'],
  ])('5: a failure of %s is reported as an error', async (tool, name) => {
    const [event_uid] = await calendarWith(`d5-${name}`, [{ start_datetime: '2026-01-01T10:00Z' }]);
    const todo = await call('nc_calendar_create_todo', { calendar_name: `d5-${name}`, summary: 'x' });
    for (const [status, code] of [
      [401, 'BAD_CREDENTIALS'],
      [500, 'UNEXPECTED_REPLY'],
    ] as const) {
      const failing = createNextcloud({
        url: nextcloud.emulator.url,
        user: 'ada',
        authorization: () => `Basic ${btoa(`ada:${USERS.ada.password}`)}`,
        fetch: async (url, init) => (init?.method === 'DELETE' ? new Response('', { status }) : fetch(url, init)),
      });
      await using connected = await connectTo(failing, ['calendar']);
      const uid = name === 'todo_uid' ? todo['uid'] : event_uid;
      expect(await connected.call(tool, { calendar_name: `d5-${name}`, [name]: uid })).toMatchObject({
        failed: { code },
      });
    }
  });

  it('6: tools that can delete by an argument are marked destructive, and updating a calendar works', async () => {
    const { tools } = await nextcloud.client.listTools();
    for (const name of ['nc_calendar_manage_calendar', 'nc_calendar_bulk_operations'])
      expect(tools.find((tool) => tool.name === name)?.annotations).toMatchObject({ destructiveHint: true });
    await calendarWith('d6', []);
    expect(await manage({ action: 'update', calendar_name: 'd6', description: 'New' })).toMatchObject({
      calendars: [{ description: 'New' }],
    });
  });

  it("7: a calendar's colour is read and written", async () => {
    await calendarWith('d7', []);
    await manage({ action: 'update', calendar_name: 'd7', color: '#ff8800' });
    const { calendars } = await call('nc_calendar_list_calendars');
    expect(calendars).toContainEqual(expect.objectContaining({ name: 'd7', color: '#ff8800' }));
  });

  it('8: address books have a ctag, and those of Nextcloud itself are marked', async () => {
    const { addressbooks } = await call('nc_contacts_list_addressbooks');
    expect(addressbooks).toContainEqual(expect.objectContaining({ name: 'contacts', is_system: false }));
    expect(addressbooks).toContainEqual(
      expect.objectContaining({
        name: 'z-server-generated--system',
        is_system: true,
        getctag: expect.stringMatching(/./),
      }),
    );
  });

  it('9: an update of a contact with an etag keeps folded lines and unknown properties, and escapes values', async () => {
    const path = '/remote.php/dav/addressbooks/users/ada/contacts/d9.vcf';
    const body =
      'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:d9\r\nFN:Jo\r\nN:Jo;;;;\r\nNOTE:folded \r\n line\r\nX-OWN:kept\r\nEND:VCARD\r\n';
    const put = await dav(path, { method: 'PUT', body, headers: { 'content-type': 'text/vcard' } });
    const etag = put.headers.get('etag')?.replaceAll('"', '');
    const contact = { addressbook: 'contacts', uid: 'd9', etag, contact_data: { nickname: 'a;b,c' } };
    expect(await call('nc_contacts_update_contact', contact)).not.toHaveProperty('failed');
    const text = (await (await dav(path)).text()).replaceAll('\r\n ', '');
    for (const line of ['NOTE:folded line', 'X-OWN:kept', 'NICKNAME:a\\;b\\,c']) expect(text).toContain(line);
  });

  it('10: the end of a series, the mail reminder, the colour and the zone of an event are kept', async () => {
    const [event_uid] = await calendarWith('d10', [
      {
        start_datetime: '2026-01-01T10:00',
        recurrence_rule: 'FREQ=DAILY',
        recurrence_end_date: '2026-01-03',
        reminder_email: true,
        color: 'tomato',
      },
    ]);
    expect(await call('nc_calendar_get_event', { calendar_name: 'd10', event_uid })).toMatchObject({
      recurrence_rule: 'FREQ=DAILY;UNTIL=20260103T235959Z',
      reminders: [{ by: 'display' }, { by: 'email' }],
      color: 'tomato',
      timezone: 'UTC',
    });
  });

  it('11: an update of a card keeps the other fields', async () => {
    const board = await call('deck_create_board', { title: 'd11', color: 'ff0000' });
    const at = { board_id: board['id'] };
    const stack = await call('deck_create_stack', { ...at, title: 'S', order: 0 });
    const card = { title: 'C', description: 'Long', duedate: '2026-12-01T09:00:00Z', order: 4 };
    const { id } = await call('deck_create_card', { ...at, stack_id: stack['id'], ...card });
    const place = { ...at, stack_id: stack['id'], card_id: id };
    await call('deck_update_card', { ...place, title: 'New' });
    expect(await call('deck_get_card', place)).toMatchObject({
      title: 'New',
      description: 'Long',
      duedate: '2026-12-01T09:00:00+00:00',
      order: 4,
    });
  });

  it('12: a news item is read', async () => {
    const { results } = await call('nc_news_list_items');
    const [first] = results as readonly { id: number; title: string }[];
    expect(await call('nc_news_get_item', { item_id: first?.id })).toMatchObject({ item: { title: first?.title } });
  });

  it('13: an attachment is read through the Notes app, which knows the folder of the category', async () => {
    const asked: (string | undefined)[] = [];
    await using http = await serveNextcloud(({ url }, response) => {
      asked.push(url);
      response.end('x');
    });
    await using connected = await connectTo(http.nextcloud, ['notes']);
    await connected.call('nc_notes_get_attachment', { note_id: 7, attachment_filename: 'a.txt' });
    expect(asked).toEqual(['/index.php/apps/notes/api/v1.4/attachment/7?path=.attachments.7%2Fa.txt']);
  });

  it('14: names are decoded, JSON is returned as text, and reads are limited', async () => {
    await call('nc_webdav_create_directory', { path: 'd14 ä%20' });
    await call('nc_webdav_write_file', { path: 'd14 ä%20/a b.json', content: '{"a":1}' });
    const { files } = await call('nc_webdav_list_directory', { path: 'd14 ä%20' });
    expect(files).toMatchObject([{ name: 'a b.json', path: '/d14 ä%20/a b.json' }]);
    expect(await call('nc_webdav_read_file', { path: 'd14 ä%20/a b.json' })).toMatchObject({
      encoding: 'utf-8',
      content: '{"a":1}',
    });
    await call('nc_webdav_write_file', { path: 'd14.txt', content: 'x'.repeat(1024 * 1024 + 1) });
    expect(await call('nc_webdav_read_file', { path: 'd14.txt' })).toMatchObject({ length: 1024 * 1024, is_cut: true });
  });

  it('15: content and category of a note can be cleared, and a change during an append is not lost', async () => {
    const note = { title: 'd15', content: 'One', category: 'Work' };
    const { id: note_id, etag } = await call('nc_notes_create_note', note);
    await call('nc_notes_update_note', { note_id, etag, content: '', category: '' });
    expect(await call('nc_notes_get_note', { note_id })).toMatchObject({ content: '', category: '' });
    const authorization = `Basic ${btoa(`ada:${USERS.ada.password}`)}`;
    let isFirst = true;
    const raced = createNextcloud({
      url: nextcloud.emulator.url,
      user: 'ada',
      authorization: () => authorization,
      fetch: async (url, init) => {
        if (init?.method === 'PUT' && isFirst) {
          isFirst = false;
          const rival = { method: 'PUT', body: JSON.stringify({ content: 'Rival' }) };
          await fetch(url, { ...rival, headers: { authorization, 'content-type': 'application/json' } });
        }
        return fetch(url, init);
      },
    });
    await using connected = await connectTo(raced, ['notes']);
    const appended = await connected.call('nc_notes_append_content', { note_id, content: 'Mine' });
    expect(appended).toMatchObject({ failed: { code: 'STALE_ETAG' } });
    expect(await call('nc_notes_get_note', { note_id })).toMatchObject({ content: 'Rival' });
  });

  it('16: a search of notes matches prefixes, and reads all chunks of the list', async () => {
    const chunks: (string | null)[] = [];
    const counted = createNextcloud({
      url: nextcloud.emulator.url,
      user: 'ada',
      authorization: () => `Basic ${btoa(`ada:${USERS.ada.password}`)}`,
      fetch: async (url, init) => {
        chunks.push(new URL(String(url)).searchParams.get('chunkSize'));
        return fetch(url, init);
      },
    });
    await using connected = await connectTo(counted, ['notes']);
    await connected.call('nc_notes_create_note', { title: 'Shopping d16', content: 'Rye bread', category: '' });
    chunks.length = 0;
    expect(await connected.call('nc_notes_search_notes', { query: 'shop bre d16' })).toMatchObject({
      results: [{ title: 'Shopping d16' }],
    });
    expect(chunks).toEqual(['500']);
  });

  it('17: a call without its scope is denied, reading shares needs no right to write, and metrics hold no contents', async () => {
    await using world = await createOAuthWorld({ modules: ['notes', 'sharing'] });
    const reader = await world.connect(await world.provider.token({ scopes: 'sharing:read notes:read' }));
    expect(await world.call(reader, 'nc_share_list')).toMatchObject({ total_count: 0 });
    const before = world.received.length;
    const note = { title: 'my diary', content: 'my diary', category: '' };
    await expect(world.call(reader, 'nc_notes_create_note', note)).rejects.toThrow();
    expect(world.received.length).toBe(before);
    await world.call(reader, 'nc_notes_search_notes', { query: 'diary' });
    const metrics = await (await fetch(new URL('/metrics', world.url))).text();
    expect(metrics).toContain('tool_name="nc_notes_search_notes"');
    expect(metrics).not.toContain('diary');
  });
});
