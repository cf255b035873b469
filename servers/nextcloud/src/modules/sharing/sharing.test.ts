import { describe, expect, it } from 'vitest';
import { type Connected, connect } from '../../fixtures/connect.ts';

interface Made {
  readonly id: number;
}

const PATH = 'Documents/Meeting notes.md';
const share = async ({ call }: Connected, args: object = {}): Promise<Made> =>
  (await call('nc_share_create', { path: PATH, share_with: 'bob', ...args })) as Made;

describe('shares', () => {
  it('with a user are created once, read, listed, updated and deleted', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const { call } = nextcloud;
    const made = await share(nextcloud);
    expect(made).toEqual({
      id: made.id,
      path: `/${PATH}`,
      item_type: 'file',
      share_type: 0,
      share_with: 'bob',
      permissions: 1,
      can: ['read'],
      owner: 'ada',
      created: expect.stringMatching(/^\d{4}-/),
    });
    expect(await share(nextcloud)).toEqual(made);
    expect(await call('nc_share_get', { share_id: made.id })).toEqual(made);
    expect(await call('nc_share_list', { path: PATH })).toEqual({ shares: [made], total_count: 1 });
    expect(await call('nc_share_list', { path: 'Readme.md' })).toEqual({ shares: [], total_count: 0 });
    expect(await call('nc_share_list', { shared_with_me: true })).toEqual({ shares: [], total_count: 0 });
    expect(await call('nc_share_update', { share_id: made.id, permissions: 19 })).toMatchObject({
      permissions: 19,
      can: ['read', 'update', 'share'],
    });
    expect(await call('nc_share_delete', { share_id: made.id })).toMatchObject({ deleted: true });
    expect(await call('nc_share_delete', { share_id: made.id })).toMatchObject({ deleted: false });
  });

  it('by a public link have a URL, and a file can have several', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const link = { share_with: '', share_type: 3 };
    const made = await share(nextcloud, link);
    expect(made).toMatchObject({ share_type: 3, permissions: 17, url: expect.stringContaining('/s/') });
    expect((await share(nextcloud, link)).id).not.toBe(made.id);
  });

  it('are listed for their recipient', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    await share(nextcloud);
    const asBob = await fetch(
      `${nextcloud.emulator.url}/ocs/v2.php/apps/files_sharing/api/v1/shares?shared_with_me=true`,
      { headers: { authorization: `Basic ${btoa('bob:bob-secret')}`, 'ocs-apirequest': 'true' } },
    );
    expect(await asBob.json()).toMatchObject({ ocs: { data: [{ uid_owner: 'ada', path: '/Meeting notes.md' }] } });
  });

  it('are removed with their file', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const { id } = await share(nextcloud);
    await nextcloud.call('nc_webdav_delete_resource', { path: PATH });
    expect(await nextcloud.call('nc_share_get', { share_id: id })).toMatchObject({ failed: { code: 'NOT_FOUND' } });
  });

  it.each([
    ['nc_share_create', { path: PATH, share_with: 'nobody' }, 'NOT_FOUND'],
    ['nc_share_create', { path: 'missing.txt', share_with: 'bob' }, 'NOT_FOUND'],
    ['nc_share_create', { path: '/', share_with: 'bob' }, 'INVALID_ARGUMENT'],
    ['nc_share_create', { path: '../x', share_with: 'bob' }, 'INVALID_ARGUMENT'],
    ['nc_share_create', { path: PATH, share_with: '' }, 'INVALID_ARGUMENT'],
    ['nc_share_create', { path: PATH, share_with: 'bob', share_type: 3 }, 'INVALID_ARGUMENT'],
    ['nc_share_create', { path: PATH, share_with: 'bob', share_type: 2 }, 'INVALID_INPUT'],
    ['nc_share_create', { path: PATH, share_with: 'bob', permissions: 32 }, 'INVALID_INPUT'],
    ['nc_share_get', { share_id: 999_999 }, 'NOT_FOUND'],
    ['nc_share_update', { share_id: 999_999, permissions: 1 }, 'NOT_FOUND'],
    ['nc_share_list', { path: 'missing.txt' }, 'NOT_FOUND'],
  ])('%s %j fails with %s and changes nothing', async (tool, args, code) => {
    await using nextcloud = await connect({ hasSamples: true });
    const before = nextcloud.emulator.snapshot();
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });
});
