import { describe, expect, it } from 'vitest';
import { connect, connectTo, USERS } from '../../fixtures/connect.ts';
import { createNextcloud } from '../../http/create-nextcloud.ts';

/** A proxy for the emulator, in which a test can intercept the requests of one method. */
async function intercept(method: string, before: (url: string) => Promise<Response | undefined>) {
  const base = await connect();
  const credentials = Buffer.from(`ada:${USERS.ada.password}`).toString('base64');
  let isArmed = false;
  const nextcloud = createNextcloud({
    url: base.emulator.url,
    user: 'ada',
    authorization: () => `Basic ${credentials}`,
    backoffMs: 1,
    fetch: async (url, init) => {
      const answer = isArmed && init?.method === method ? await before(String(url)) : undefined;
      return answer ?? fetch(url, init);
    },
  });
  const connected = await connectTo(nextcloud, ['calendar']);
  return {
    ...base,
    call: connected.call,
    arm: () => {
      isArmed = true;
    },
    authorization: `Basic ${credentials}`,
    [Symbol.asyncDispose]: async () => {
      await connected[Symbol.asyncDispose]();
      await base[Symbol.asyncDispose]();
    },
  };
}

const EVENT = { calendar_name: 'personal', title: 'Lunch', start_datetime: '2026-01-05T12:00Z' };

describe('failures of the server', () => {
  it.each([
    [401, 'BAD_CREDENTIALS'],
    [403, 'NOT_ALLOWED'],
    [423, 'LOCKED'],
    [500, 'UNEXPECTED_REPLY'],
  ])('%i on a delete is not "already gone"', async (status, code) => {
    await using nextcloud = await intercept('DELETE', async () => new Response('', { status }));
    const { uid } = (await nextcloud.call('nc_calendar_create_event', EVENT)) as { uid: string };
    nextcloud.arm();
    const remove = { calendar_name: 'personal', event_uid: uid };
    expect(await nextcloud.call('nc_calendar_delete_event', remove)).toMatchObject({ failed: { code } });
    const bulk = { operation: 'delete', title_contains: 'Lunch' };
    expect(await nextcloud.call('nc_calendar_bulk_operations', bulk)).toMatchObject({ done_count: 0, failed_count: 1 });
  });

  it('a change between reading and writing makes an update without an etag fail', async () => {
    const rival = async (url: string) => {
      const current = await (await fetch(url, { headers: { authorization } })).text();
      await fetch(url, { method: 'PUT', headers: { authorization }, body: current.replace('Lunch', 'Rival') });
      return undefined;
    };
    await using nextcloud = await intercept('PUT', rival);
    const { authorization } = nextcloud;
    const { uid } = (await nextcloud.call('nc_calendar_create_event', EVENT)) as { uid: string };
    nextcloud.arm();
    const event = { calendar_name: 'personal', event_uid: uid };
    expect(await nextcloud.call('nc_calendar_update_event', { ...event, title: 'Mine' })).toMatchObject({
      failed: { code: 'STALE_ETAG' },
    });
    expect(await nextcloud.call('nc_calendar_get_event', event)).toMatchObject({ title: 'Rival' });
  });
});
