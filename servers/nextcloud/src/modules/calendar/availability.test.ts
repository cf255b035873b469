import { describe, expect, it } from 'vitest';
import { type Connected, connect, USERS } from '../../fixtures/connect.ts';

// 2026-01-05 is a Monday.
const MONDAY = { date_range_start: '2026-01-05', date_range_end: '2026-01-05' };
const windows = async ({ call }: Connected, args: object) => {
  const reply = (await call('nc_calendar_find_availability', { duration_minutes: 60, ...MONDAY, ...args })) as {
    windows: { start: string; end: string }[];
  };
  return reply.windows.map(({ start, end }) => `${start.slice(5, 16)} ${end.slice(5, 16)}`);
};

async function withBusy(): Promise<Connected> {
  const nextcloud = await connect();
  const create = (start_datetime: string, end_datetime: string, more: object = {}) =>
    nextcloud.call('nc_calendar_create_event', {
      calendar_name: 'personal',
      title: 'Busy',
      start_datetime,
      end_datetime,
      ...more,
    });
  await create('2026-01-02T10:00Z', '2026-01-02T11:00Z', { recurrence_rule: 'FREQ=DAILY' });
  await create('2026-01-05T11:30Z', '2026-01-05T14:00Z');
  await create('2026-01-05T15:00Z', '2026-01-05T16:00Z', { status: 'CANCELLED' });
  return nextcloud;
}

describe('find_availability', () => {
  it.each([
    [{}, ['01-05T09:00 01-05T10:00', '01-05T14:00 01-05T17:00']],
    [{ duration_minutes: 30 }, ['01-05T09:00 01-05T10:00', '01-05T11:00 01-05T11:30', '01-05T14:00 01-05T17:00']],
    [{ duration_minutes: 181 }, []],
    [{ preferred_times: '08:00-10:00, 15:00-16:30' }, ['01-05T09:00 01-05T10:00', '01-05T15:00 01-05T16:30']],
    [{ business_hours_only: false }, ['01-05T00:00 01-05T10:00', '01-05T14:00 01-06T00:00']],
    [{ date_range_start: '2026-01-03', date_range_end: '2026-01-04' }, []],
    [
      { date_range_start: '2026-01-03', date_range_end: '2026-01-03', exclude_weekends: false },
      ['01-03T09:00 01-03T10:00', '01-03T11:00 01-03T17:00'],
    ],
    [{ attendees: 'ada@example.org' }, ['01-05T09:00 01-05T10:00', '01-05T14:00 01-05T17:00']],
  ])('%j gives %j', async (args, expected) => {
    await using nextcloud = await withBusy();
    expect(await windows(nextcloud, args)).toEqual(expected);
  });

  it('asks for the free-busy times of others, and reports unknown ones', async () => {
    await using nextcloud = await withBusy();
    const body = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:x',
      'BEGIN:VEVENT',
      'UID:b',
      'DTSTAMP:20260101T000000Z',
      'DTSTART:20260105T140000Z',
      'DTEND:20260105T160000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const authorization = `Basic ${Buffer.from(`bob:${USERS.bob.password}`).toString('base64')}`;
    await fetch(`${nextcloud.emulator.url}/remote.php/dav/calendars/bob/personal/b.ics`, {
      method: 'PUT',
      headers: { authorization },
      body,
    });
    expect(
      await nextcloud.call('nc_calendar_find_availability', {
        duration_minutes: 60,
        ...MONDAY,
        attendees: 'Bob <bob@example.org>, eve@elsewhere.example',
      }),
    ).toEqual({
      windows: [
        { start: '2026-01-05T09:00:00Z', end: '2026-01-05T10:00:00Z', duration_minutes: 60 },
        { start: '2026-01-05T16:00:00Z', end: '2026-01-05T17:00:00Z', duration_minutes: 60 },
      ],
      total_count: 2,
      has_more: false,
      timezone: 'UTC',
      attendees: [
        { email: 'bob@example.org', known: true },
        {
          email: 'eve@elsewhere.example',
          known: false,
          reason: 'The server does not know when they are free (3.7;Could not find principal).',
        },
      ],
    });
  });

  it.each([
    [{ attendees: 'Bob' }, 'INVALID_ARGUMENT'],
    [{ preferred_times: 'morning' }, 'INVALID_ARGUMENT'],
    [{ preferred_times: '18:00-19:00' }, 'INVALID_ARGUMENT'],
    [{ preferred_times: '11:00-10:00' }, 'INVALID_ARGUMENT'],
    [{ date_range_end: '2026-01-01' }, 'INVALID_ARGUMENT'],
    [{ date_range_end: '2027-01-01' }, 'INVALID_ARGUMENT'],
    [{ duration_minutes: 0 }, 'INVALID_INPUT'],
  ])('refuses %j with %s', async (args, code) => {
    await using nextcloud = await connect();
    expect(
      await nextcloud.call('nc_calendar_find_availability', { duration_minutes: 60, ...MONDAY, ...args }),
    ).toMatchObject({ failed: { code } });
  });
});
