import { describe, expect, it } from 'vitest';
import { toBasic } from '../../account/to-basic.ts';
import { type Connected, connectTo } from '../../fixtures/connect.ts';
import { createNextcloud } from '../../http/create-nextcloud.ts';
import { createEmulator } from '../create-emulator.ts';

const USERS = {
  ada: { password: 'a', displayName: 'Ada', groups: ['team'] },
  bob: { password: 'b', displayName: 'Bob', groups: ['team'] },
  eve: { password: 'e', displayName: 'Eve' },
} as const;

type Call = Connected['call'];

/** An emulator with sample files, and the tools of each user. */
async function open() {
  const emulator = await createEmulator({ users: USERS, hasSamples: true });
  const connectAs = (user: keyof typeof USERS) =>
    connectTo(
      createNextcloud({
        url: emulator.url,
        user,
        authorization: () => toBasic({ user, password: USERS[user].password }),
      }),
      ['webdav', 'sharing'],
    );
  const [ada, bob, eve] = await Promise.all([connectAs('ada'), connectAs('bob'), connectAs('eve')]);
  return {
    ada: ada.call,
    bob: bob.call,
    eve: eve.call,
    [Symbol.asyncDispose]: async () => {
      for (const each of [ada, bob, eve]) await each[Symbol.asyncDispose]();
      await emulator.close();
    },
  };
}

const namesIn = async (call: Call, path = ''): Promise<readonly string[]> =>
  ((await call('nc_webdav_list_directory', { path })) as { files: readonly { name: string }[] }).files.map(
    ({ name }) => name,
  );
const share = async (call: Call, args: object): Promise<number> =>
  ((await call('nc_share_create', { share_with: 'bob', ...args })) as { id: number }).id;

const PATH = 'Projects/app/compose.yaml';
const failed = (code: string) => ({ failed: { code } });

describe('a received share', () => {
  it('is among the files of its recipient, and allows what it grants', async () => {
    await using users = await open();
    const { ada, bob } = users;
    const id = await share(ada, { path: PATH });
    expect(await namesIn(bob)).toContain('compose.yaml');
    expect(await namesIn(users.eve)).not.toContain('compose.yaml');
    expect(await bob('nc_webdav_read_file', { path: 'compose.yaml' })).toMatchObject({
      content: expect.stringContaining('services'),
    });
    expect(await bob('nc_webdav_find_by_name', { pattern: 'compose%' })).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ path: '/compose.yaml' })]),
    });
    expect(await bob('nc_share_list', { shared_with_me: true })).toMatchObject({
      shares: [{ id, path: '/compose.yaml' }],
    });
    const write = () => bob('nc_webdav_write_file', { path: 'compose.yaml', content: 'changed' });
    expect(await write()).toMatchObject(failed('NOT_ALLOWED'));
    await ada('nc_share_update', { share_id: id, permissions: 3 });
    expect(await write()).toMatchObject({ created: false });
    expect(await ada('nc_webdav_read_file', { path: PATH })).toMatchObject({ content: 'changed' });
  });

  it('ends when its recipient deletes it, and the file stays', async () => {
    await using users = await open();
    const { ada, bob } = users;
    const id = await share(ada, { path: PATH });
    expect(await bob('nc_webdav_delete_resource', { path: 'compose.yaml' })).toMatchObject({ deleted: true });
    expect(await bob('nc_webdav_delete_resource', { path: 'compose.yaml' })).toMatchObject({ deleted: false });
    expect(await ada('nc_share_get', { share_id: id })).toMatchObject(failed('NOT_FOUND'));
    expect(await ada('nc_webdav_read_file', { path: PATH })).toMatchObject({ path: `/${PATH}` });
  });

  it('follows renames by its owner, and gets a number if its name is taken', async () => {
    await using users = await open();
    const { ada, bob } = users;
    await share(ada, { path: 'Readme.md' });
    expect(await namesIn(bob)).toEqual(expect.arrayContaining(['Readme.md', 'Readme (2).md']));
    await ada('nc_webdav_delete_resource', { path: 'Readme.md' });
    expect(await namesIn(bob)).toContain('Readme.md');
    expect(await namesIn(bob)).not.toContain('Readme (2).md');
  });

  it('of a folder accepts new files if it grants create', async () => {
    await using users = await open();
    const { ada, bob } = users;
    const id = await share(ada, { path: 'Projects/app', permissions: 1 });
    const create = () => bob('nc_webdav_write_file', { path: 'app/new.txt', content: 'x' });
    const remove = () => bob('nc_webdav_delete_resource', { path: 'app/new.txt' });
    const copy = () => bob('nc_webdav_copy_resource', { source_path: 'Photos', destination_path: 'app/Photos' });
    expect([await create(), await copy()]).toMatchObject([failed('NOT_ALLOWED'), failed('NOT_ALLOWED')]);
    await ada('nc_share_update', { share_id: id, permissions: 5 });
    expect(await create()).toMatchObject({ created: true });
    expect(await namesIn(ada, 'Projects/app')).toEqual(['compose.yaml', 'new.txt']);
    expect(await remove()).toMatchObject(failed('NOT_ALLOWED'));
    await ada('nc_share_update', { share_id: id, permissions: 13 });
    expect(await remove()).toMatchObject({ deleted: true });
  });

  it('with a group appears for each member, who can leave it alone', async () => {
    await using users = await open();
    const { ada, bob, eve } = users;
    const group = { path: PATH, share_type: 1, share_with: 'team' };
    const id = await share(ada, group);
    expect(await share(ada, group)).toBe(id);
    expect(await namesIn(ada)).not.toContain('compose.yaml');
    expect(await namesIn(bob)).toContain('compose.yaml');
    expect(await namesIn(eve)).not.toContain('compose.yaml');
    expect(await eve('nc_share_get', { share_id: id })).toMatchObject(failed('NOT_FOUND'));
    expect(await bob('nc_share_delete', { share_id: id })).toMatchObject({ deleted: true });
    expect(await namesIn(bob)).not.toContain('compose.yaml');
    expect(await ada('nc_share_get', { share_id: id })).toMatchObject({ share_type: 1, share_with: 'team' });
    expect(await ada('nc_share_create', { ...group, share_with: 'nobody' })).toMatchObject(failed('NOT_FOUND'));
  });

  it.each([
    ['nc_webdav_move_resource', { source_path: 'compose.yaml', destination_path: 'mine.yaml' }],
    ['nc_webdav_copy_resource', { source_path: 'Readme.md', destination_path: 'compose.yaml', overwrite: true }],
    ['nc_share_create', { path: 'compose.yaml', share_with: 'eve' }],
  ])('refuses %s %j, which the emulator does not support', async (tool, args) => {
    await using users = await open();
    await share(users.ada, { path: PATH, permissions: 19 });
    expect(await users.bob(tool, args)).toMatchObject({
      failed: { code: 'UNEXPECTED_REPLY', message: expect.stringMatching(/status 501.*The emulator does not/s) },
    });
  });
});
