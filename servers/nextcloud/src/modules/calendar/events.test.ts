import { describe, expect, it } from 'vitest';
import { type Connected, connect, USERS } from '../../fixtures/connect.ts';

const NOON = { calendar_name: 'personal', title: 'Lunch', start_datetime: '2026-01-05T12:00:00Z' };

interface Written {
  readonly uid: string;
  readonly etag: string;
  readonly href: string;
}

const create = async ({ call }: Pick<Connected, 'call'>, args: object = {}): Promise<Written> =>
  (await call('nc_calendar_create_event', { ...NOON, ...args })) as Written;
const get = ({ call }: Pick<Connected, 'call'>, uid: string) =>
  call('nc_calendar_get_event', { calendar_name: 'personal', event_uid: uid });
const dav = ({ emulator }: Connected, href: string, init: RequestInit = {}) =>
  fetch(`${emulator.url}${href}`, {
    ...init,
    headers: {
      authorization: `Basic ${Buffer.from(`ada:${USERS.ada.password}`).toString('base64')}`,
      ...init.headers,
    },
  });
const titles = (reply: unknown) => (reply as { events: readonly { title: string }[] }).events.map(({ title }) => title);

describe('events', () => {
  it('store every field at creation', async () => {
    await using nextcloud = await connect();
    const description =
      'Grüße, Zeile; mit Zeichen\nund einer zweiten Zeile, lang genug, um gefaltet zu werden: 日本語 '.repeat(3);
    const { uid, etag, href } = await create(nextcloud, {
      end_datetime: '2026-01-05T13:30:00Z',
      description,
      location: 'Café; Room 1, upstairs',
      categories: 'Work, Fun',
      recurrence_rule: 'FREQ=WEEKLY',
      recurrence_end_date: '2026-01-31',
      reminder_minutes: 30,
      reminder_email: true,
      status: 'TENTATIVE',
      priority: 2,
      privacy: 'PRIVATE',
      attendees: 'Bob Böhm <bob@example.org>, carla@example.org',
      url: 'https://example.org/a,b;c',
      color: 'tomato',
    });
    expect(await get(nextcloud, uid)).toEqual({
      uid,
      etag,
      href,
      title: 'Lunch',
      start_datetime: '2026-01-05T12:00:00Z',
      end_datetime: '2026-01-05T13:30:00Z',
      all_day: false,
      timezone: 'UTC',
      description,
      location: 'Café; Room 1, upstairs',
      categories: ['Work', 'Fun'],
      status: 'TENTATIVE',
      priority: 2,
      privacy: 'PRIVATE',
      url: 'https://example.org/a,b;c',
      color: 'tomato',
      attendees: [
        { email: 'bob@example.org', name: 'Bob Böhm', status: 'NEEDS-ACTION' },
        { email: 'carla@example.org', status: 'NEEDS-ACTION' },
      ],
      reminders: [
        { minutes: 30, by: 'display' },
        { minutes: 30, by: 'email' },
      ],
      recurrence_rule: 'FREQ=WEEKLY;UNTIL=20260131T235959Z',
      calendar_name: 'personal',
    });
  });

  it.each([
    [{ start_datetime: '2026-03-29', all_day: true }, ['2026-03-29', '2026-03-29']],
    [{ start_datetime: '2026-03-29', end_datetime: '2026-03-30', all_day: true }, ['2026-03-29', '2026-03-30']],
    [{ start_datetime: '2026-03-29T09:00' }, ['2026-03-29T09:00:00Z', '2026-03-29T10:00:00Z']],
    [{ start_datetime: '2026-03-29T09:00+02:00' }, ['2026-03-29T07:00:00Z', '2026-03-29T08:00:00Z']],
    [{ start_datetime: '2026-03-28T09:00[Europe/Berlin]' }, ['2026-03-28T09:00:00+01:00', '2026-03-28T10:00:00+01:00']],
  ])('%j takes place at %j', async (args, [start, end]) => {
    await using nextcloud = await connect();
    const { uid } = await create(nextcloud, args);
    expect(await get(nextcloud, uid)).toMatchObject({ start_datetime: start, end_datetime: end });
  });

  it('take the time zone of their calendar, with its description in the object', async () => {
    await using nextcloud = await connect();
    const body = `<d:propertyupdate xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><c:calendar-timezone>BEGIN:VCALENDAR
BEGIN:VTIMEZONE
TZID:America/New_York
END:VTIMEZONE
END:VCALENDAR</c:calendar-timezone></d:prop></d:set></d:propertyupdate>`;
    await dav(nextcloud, '/remote.php/dav/calendars/ada/personal/', { method: 'PROPPATCH', body });
    const { uid, href } = await create(nextcloud, {
      start_datetime: '2026-07-01T09:00',
      recurrence_rule: 'FREQ=MONTHLY',
    });
    expect(await get(nextcloud, uid)).toMatchObject({ start_datetime: '2026-07-01T09:00:00-04:00' });
    const text = await (await dav(nextcloud, href)).text();
    expect(text).toContain('DTSTART;TZID=America/New_York:20260701T090000');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU');
    expect(text).toContain('TZOFFSETTO:-0400');
    // Daylight saving time ends; the local time stays the same.
    const { events } = (await nextcloud.call('nc_calendar_list_events', {
      calendar_name: 'personal',
      start_date: '2026-10-01',
      end_date: '2026-11-30',
    })) as { events: readonly { start_datetime: string }[] };
    expect(events.map(({ start_datetime }) => start_datetime)).toEqual([
      '2026-10-01T09:00:00-04:00',
      '2026-11-01T09:00:00-05:00',
    ]);
  });

  it('are listed by date, each occurrence of a series once, without cancelled dates', async () => {
    await using nextcloud = await connect();
    await create(nextcloud, { title: 'Before', start_datetime: '2026-01-01T10:00Z' });
    await create(nextcloud, { title: 'Daily', start_datetime: '2025-12-30T08:00Z', recurrence_rule: 'FREQ=DAILY' });
    await create(nextcloud, { title: 'Inside', start_datetime: '2026-01-06T07:00Z' });
    await create(nextcloud, { title: 'After', start_datetime: '2026-01-08T10:00Z' });
    const range = { calendar_name: 'personal', start_date: '2026-01-05', end_date: '2026-01-06' };
    expect(titles(await nextcloud.call('nc_calendar_list_events', range))).toEqual(['Daily', 'Inside', 'Daily']);
    expect(await nextcloud.call('nc_calendar_list_events', { ...range, end_date: '', limit: 4 })).toMatchObject({
      total_count: 4,
      has_more: true,
    });
    expect(titles(await nextcloud.call('nc_calendar_list_events', { calendar_name: 'personal' }))).toHaveLength(4);
  });

  it.each([
    [{ min_duration_minutes: 90 }, ['Long']],
    [{ min_attendees: 2 }, ['Long']],
    [{ categories: 'other, TRIP' }, ['Long']],
    [{ status: 'TENTATIVE' }, ['Long']],
    [{ title_contains: 'SHO' }, ['Short']],
    [{ location_contains: 'lis' }, ['Long']],
    [{ location_contains: 'lis', title_contains: 'short' }, []],
  ])('are filtered by %j', async (filter, expected) => {
    await using nextcloud = await connect();
    await create(nextcloud, { title: 'Short' });
    await create(nextcloud, {
      title: 'Long',
      end_datetime: '2026-01-05T14:00Z',
      attendees: 'a@example.org,b@example.org',
      categories: 'Trip',
      status: 'TENTATIVE',
      location: 'Lisbon',
    });
    for (const dates of [{}, { start_date: '2026-01-01' }])
      expect(
        titles(await nextcloud.call('nc_calendar_list_events', { calendar_name: 'personal', ...dates, ...filter })),
      ).toEqual(expected);
  });

  it('are found in all calendars, and listed as upcoming from now on', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    await call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'work' });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await create(nextcloud, { title: 'Soon', start_datetime: soon });
    await create(nextcloud, {
      title: 'Work',
      calendar_name: 'work',
      start_datetime: soon,
      recurrence_rule: 'FREQ=DAILY',
    });
    expect(
      titles(await call('nc_calendar_list_events', { calendar_name: 'personal', search_all_calendars: true })),
    ).toEqual(['Soon', 'Work']);
    expect(titles(await call('nc_calendar_get_upcoming_events', { days_ahead: 2 })).toSorted()).toEqual([
      'Soon',
      'Work',
      'Work',
    ]);
    expect(
      titles(await call('nc_calendar_get_upcoming_events', { calendar_name: 'work', days_ahead: 2, limit: 1 })),
    ).toEqual(['Work']);
  });

  it('keep omitted fields and properties of other programs on update', async () => {
    await using nextcloud = await connect();
    const { uid, etag, href } = await create(nextcloud, {
      description: 'Old',
      attendees: 'bob@example.org',
      end_datetime: '2026-01-05T14:00Z',
    });
    const text = (await (await dav(nextcloud, href)).text())
      .replace('SUMMARY', 'X-OTHER;A=1:keep\r\nSUMMARY')
      .replace('PARTSTAT=NEEDS-ACTION', 'PARTSTAT=ACCEPTED');
    await dav(nextcloud, href, { method: 'PUT', body: text, headers: { 'content-type': 'text/calendar' } });
    const update = {
      calendar_name: 'personal',
      event_uid: uid,
      start_datetime: '2026-01-06T09:00Z',
      description: '',
      title: null,
    };
    expect(await nextcloud.call('nc_calendar_update_event', { ...update, etag })).toMatchObject({
      failed: { code: 'STALE_ETAG' },
    });
    await nextcloud.call('nc_calendar_update_event', {
      ...update,
      attendees: 'bob@example.org, eve@example.org',
      reminder_minutes: 0,
    });
    const event = await get(nextcloud, uid);
    expect(event).toMatchObject({
      title: 'Lunch',
      start_datetime: '2026-01-06T09:00:00Z',
      end_datetime: '2026-01-06T11:00:00Z',
      attendees: [
        { email: 'bob@example.org', status: 'ACCEPTED' },
        { email: 'eve@example.org', status: 'NEEDS-ACTION' },
      ],
      reminders: [],
    });
    expect(event).not.toHaveProperty('description');
    expect(await (await dav(nextcloud, href)).text()).toContain('X-OTHER;A=1:keep');
  });

  it('update the title in their own reminder, but not the text of the reminder of another program', async () => {
    await using nextcloud = await connect();
    const { uid, href } = await create(nextcloud);
    const alarm =
      'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:Leave now\r\nEND:VALARM\r\nEND:VEVENT';
    const text = (await (await dav(nextcloud, href)).text()).replace('END:VEVENT', alarm);
    await dav(nextcloud, href, { method: 'PUT', body: text, headers: { 'content-type': 'text/calendar' } });
    await nextcloud.call('nc_calendar_update_event', { calendar_name: 'personal', event_uid: uid, title: 'Dinner' });
    const descriptions = (await (await dav(nextcloud, href)).text()).match(/(?<=^DESCRIPTION:).*(?=\r$)/gm);
    expect(descriptions).toEqual(['Dinner', 'Leave now']);
  });

  it('are not overwritten with a stale etag, and nothing changes', async () => {
    await using nextcloud = await connect();
    const { uid, etag } = await create(nextcloud);
    await nextcloud.call('nc_calendar_update_event', { calendar_name: 'personal', event_uid: uid, title: 'New' });
    const before = nextcloud.emulator.snapshot();
    const stale = { calendar_name: 'personal', event_uid: uid, title: 'Stale', etag };
    expect(await nextcloud.call('nc_calendar_update_event', stale)).toMatchObject({ failed: { code: 'STALE_ETAG' } });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });

  it('are deleted once, and only by their full uid', async () => {
    await using nextcloud = await connect();
    const { uid } = await create(nextcloud);
    const remove = (event_uid: string) =>
      nextcloud.call('nc_calendar_delete_event', { calendar_name: 'personal', event_uid });
    expect(await remove(uid.slice(0, 8))).toMatchObject({ deleted: false });
    expect(await remove(uid)).toMatchObject({ deleted: true });
    expect(await remove(uid)).toMatchObject({ deleted: false });
  });

  it.each([
    ['nc_calendar_create_event', { ...NOON, start_datetime: 'tomorrow' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, start_datetime: '2026-02-30T10:00' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, start_datetime: '2026-02-20' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, start_datetime: '2026-02-20T10:00[Mars/Base]' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, end_datetime: '2026-01-05T11:00Z' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, recurring: true }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, recurrence_rule: 'EVERY=DAY' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, attendees: 'Bob' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_create_event', { ...NOON, status: 'MAYBE' }, 'INVALID_INPUT'],
    ['nc_calendar_create_event', { ...NOON, calendar_name: '..' }, 'INVALID_INPUT'],
    ['nc_calendar_create_event', { ...NOON, calendar_name: 'none' }, 'NOT_FOUND'],
    ['nc_calendar_list_events', { calendar_name: 'none' }, 'NOT_FOUND'],
    ['nc_calendar_list_events', { calendar_name: 'personal', start_date: 'soon' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_list_events', { calendar_name: 'personal', status: 'DONE' }, 'INVALID_INPUT'],
    [
      'nc_calendar_list_events',
      { calendar_name: 'personal', start_date: '2026-02-02', end_date: '2026-02-01' },
      'INVALID_ARGUMENT',
    ],
    ['nc_calendar_get_event', { calendar_name: 'personal', event_uid: 'none' }, 'NOT_FOUND'],
    ['nc_calendar_update_event', { calendar_name: 'personal', event_uid: 'none', title: 'x' }, 'NOT_FOUND'],
    ['nc_calendar_update_event', { calendar_name: 'personal', event_uid: 'none' }, 'INVALID_ARGUMENT'],
    ['nc_calendar_delete_event', { calendar_name: 'none', event_uid: 'none' }, 'NOT_FOUND'],
    ['nc_calendar_create_meeting', { title: 'x', date: '2026-01-05', time: '25:00' }, 'INVALID_ARGUMENT'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect();
    const before = nextcloud.emulator.snapshot();
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });

  it('are meetings with a length and attendees', async () => {
    await using nextcloud = await connect();
    const meeting = {
      title: 'Sync',
      date: '2026-01-05',
      time: '9:30',
      duration_minutes: 45,
      attendees: 'bob@example.org',
    };
    const { uid, href } = (await nextcloud.call('nc_calendar_create_meeting', meeting)) as Written;
    expect(await get(nextcloud, uid)).toMatchObject({
      start_datetime: '2026-01-05T09:30:00Z',
      end_datetime: '2026-01-05T10:15:00Z',
      attendees: [{ email: 'bob@example.org' }],
      reminders: [{ minutes: 15 }],
    });
    expect(await (await dav(nextcloud, href)).text()).toContain('ORGANIZER:mailto:ada@example.org');
  });
});
