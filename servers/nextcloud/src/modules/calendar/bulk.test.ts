import { describe, expect, it } from 'vitest';
import { NextcloudError } from '../../errors.ts';
import { type Connected, connect } from '../../fixtures/connect.ts';
import { runBulk } from './run-bulk.ts';

async function withEvents(): Promise<Connected> {
  const nextcloud = await connect();
  const { call } = nextcloud;
  await call('nc_calendar_manage_calendar', { action: 'create', calendar_name: 'work' });
  const create = (title: string, start_datetime: string, more: object = {}) =>
    call('nc_calendar_create_event', { calendar_name: 'personal', title, start_datetime, ...more });
  await create('Early', '2026-01-01T10:00Z', { categories: 'Trip', location: 'Lisbon' });
  await create('Middle', '2026-01-05T10:00Z', { categories: 'Trip', status: 'TENTATIVE' });
  await create('Late', '2026-01-09T10:00Z', { location: 'Lisbon' });
  await create('Series', '2026-01-04T10:00Z', { recurrence_rule: 'FREQ=DAILY;COUNT=10' });
  await create('Short series', '2026-01-05T11:00Z', { recurrence_rule: 'FREQ=DAILY;COUNT=2' });
  await create('Work', '2026-01-05T10:00Z', { calendar_name: 'work', categories: 'Trip' });
  return nextcloud;
}
const titles = async ({ call }: Connected, calendar_name: string) => {
  const { events } = (await call('nc_calendar_list_events', { calendar_name })) as { events: { title: string }[] };
  return events.map(({ title }) => title).toSorted();
};

describe('bulk operations', () => {
  it('report progress for each event, and log the number of unchanged ones without titles', async () => {
    await using nextcloud = await withEvents();
    const { client } = nextcloud;
    const messages: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void messages.push(params));
    const progress: unknown[] = [];
    const args = { operation: 'delete', calendar_name: 'personal', start_date: '2026-01-05', end_date: '2026-01-06' };
    await client.callTool(
      { name: 'nc_calendar_bulk_operations', arguments: args },
      { onprogress: (update) => void progress.push(update) },
    );
    expect(progress).toEqual([1, 2, 3].map((done) => ({ progress: done, total: 3 })));
    expect(messages).toEqual([
      {
        level: 'warning',
        logger: 'nc_calendar_bulk_operations',
        data: '1 of 3 events were not changed; the result says why.',
      },
    ]);
  });

  it('delete only within the dates, and skip a series that extends beyond them', async () => {
    await using nextcloud = await withEvents();
    const reply = await nextcloud.call('nc_calendar_bulk_operations', {
      operation: 'delete',
      calendar_name: 'personal',
      start_date: '2026-01-05',
      end_date: '2026-01-06',
    });
    expect(reply).toMatchObject({
      operation: 'delete',
      total_found: 3,
      done_count: 2,
      skipped_count: 1,
      failed_count: 0,
    });
    expect((reply as { results: unknown[] }).results).toContainEqual({
      uid: expect.any(String),
      title: 'Series',
      calendar_name: 'personal',
      status: 'skipped',
      reason: 'The series also takes place outside of the dates.',
    });
    expect(await titles(nextcloud, 'personal')).toEqual(['Early', 'Late', 'Series']);
    expect(await titles(nextcloud, 'work')).toEqual(['Work']);
  });

  it.each([
    [{ calendar_name: 'work' }, ['Work']],
    [{ categories: 'trip' }, ['Early', 'Middle', 'Work']],
    [{ categories: 'trip', calendar_name: 'personal' }, ['Early', 'Middle']],
    [{ status: 'TENTATIVE' }, ['Middle']],
    [{ location_contains: 'lisb', start_date: '2026-01-02' }, ['Late']],
    [{ title_contains: 'dle' }, ['Middle']],
    [{ end_date: '2026-01-03' }, ['Early']],
  ])('update what matches %j', async (filter, expected) => {
    await using nextcloud = await withEvents();
    const updates: unknown[] = [];
    const result = await nextcloud.client.callTool(
      {
        name: 'nc_calendar_bulk_operations',
        arguments: { operation: 'update', new_priority: 1, new_title: 'Changed', ...filter },
      },
      { onprogress: (update) => updates.push(update) },
    );
    const { results } = result.structuredContent as { results: { title: string; status: string }[] };
    expect(
      results
        .filter(({ status }) => status === 'done')
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(expected);
    expect(updates.at(-1)).toMatchObject({ progress: results.length, total: results.length });
    const changed = [...(await titles(nextcloud, 'personal')), ...(await titles(nextcloud, 'work'))];
    expect(changed.filter((title) => title === 'Changed')).toHaveLength(expected.length);
  });

  it('move events with everything in them', async () => {
    await using nextcloud = await withEvents();
    const move = { operation: 'move', categories: 'Trip', target_calendar: 'work' };
    expect(await nextcloud.call('nc_calendar_bulk_operations', move)).toMatchObject({
      done_count: 2,
      skipped_count: 1,
    });
    expect(await titles(nextcloud, 'work')).toEqual(['Early', 'Middle', 'Work']);
    expect(await titles(nextcloud, 'personal')).toEqual(['Late', 'Series', 'Short series']);
  });

  it.each([
    [{ operation: 'delete' }, 'INVALID_ARGUMENT'],
    [{ operation: 'delete', calendar_name: 'none' }, 'NOT_FOUND'],
    [{ operation: 'delete', start_date: 'x' }, 'INVALID_ARGUMENT'],
    [{ operation: 'delete', title_contains: 'a', new_title: 'b' }, 'INVALID_ARGUMENT'],
    [{ operation: 'update', title_contains: 'a' }, 'INVALID_ARGUMENT'],
    [{ operation: 'move', title_contains: 'a' }, 'INVALID_ARGUMENT'],
    [{ operation: 'move', title_contains: 'a', target_calendar: 'none' }, 'NOT_FOUND'],
    [{ operation: 'erase', title_contains: 'a' }, 'INVALID_INPUT'],
    [{ operation: 'delete', status: 'open' }, 'INVALID_INPUT'],
  ])('refuse %j with %s, and change nothing', async (args, code) => {
    await using nextcloud = await withEvents();
    const before = nextcloud.emulator.snapshot();
    expect(await nextcloud.call('nc_calendar_bulk_operations', args)).toMatchObject({ failed: { code } });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });

  it('report each failure, and start no operation after the deadline', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({ uid: String(index), title: '', calendar_name: 'x' }));
    let clock = 0;
    const results = await runBulk(items, {
      operate: async ({ uid }) => {
        clock += 10;
        if (uid === '2') throw new NextcloudError('LOCKED', 'Locked.');
        return uid === '3' ? 'Left alone.' : undefined;
      },
      progress: async () => undefined,
      signal: AbortSignal.timeout(10_000),
      now: () => new Date(clock),
      budgetMs: 50,
    });
    expect(results.map(({ status }) => status)).toEqual([
      ...['done', 'done', 'failed', 'skipped'],
      ...Array.from({ length: 4 }, () => 'done'),
      ...Array.from({ length: 2 }, () => 'not_started'),
    ]);
  });
});
