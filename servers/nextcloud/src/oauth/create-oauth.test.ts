import { expect, it } from 'vitest';
import { createEmulator } from '../emulator/create-emulator.ts';
import { USERS } from '../fixtures/connect.ts';
import { createOAuth } from './create-oauth.ts';
import { createOAuthWorld } from './fixtures/connect-oauth.ts';

const request = { method: 'GET', path: ['apps', 'notes', 'api', 'v1', 'notes'], what: 'notes' } as const;

it('reaches the Nextcloud of users who granted access, after a restart and without them', async () => {
  await using world = await createOAuthWorld({ modules: ['notes'] });
  for (const user of ['ada', 'bob']) {
    const client = await world.connect(await world.provider.token({ user }));
    const { authorization_url: link = '' } = (await world.call(client, 'check_logged_in')) as Record<string, string>;
    await fetch(await world.provider.signIn(link, user));
  }
  const restarted = await createOAuth(world.options, { scopes: [], folder: world.folder });
  const nextclouds = await restarted.grantedNextclouds();
  expect(nextclouds.map(({ user }) => user).toSorted()).toEqual(['ada', 'bob']);
  for (const nextcloud of nextclouds) {
    expect(await nextcloud.request({ ...request, signal: AbortSignal.timeout(5_000) })).toMatchObject({ status: 200 });
    expect(world.received.at(-1)?.user).toBe(nextcloud.user);
  }
  await restarted.offline?.revoke({ issuer: world.provider.issuer, subject: 'ada' });
  expect((await restarted.grantedNextclouds()).map(({ user }) => user)).toEqual(['bob']);
});

it('gives no access to a Nextcloud without a verified token', async () => {
  await using world = await createOAuthWorld({ modules: ['notes'] });
  const { nextcloud } = await createOAuth(world.options, { scopes: [], folder: world.folder });
  const stranger = { token: 'x', clientId: 'x', scopes: ['notes:read'] };
  for (const auth of [undefined, stranger])
    await expect(nextcloud({ auth })).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  expect(world.received).toEqual([]);
});

it('reports that Nextcloud rejects the token, without quoting it', async () => {
  await using world = await createOAuthWorld({ modules: ['notes'] });
  const emulator = await createEmulator({ users: USERS });
  const options = { ...world.options, nextcloudUrl: emulator.url };
  const { nextcloud } = await createOAuth(options, { scopes: [], folder: world.folder });
  const extra = { issuer: world.provider.issuer, subject: 'ada' };
  const token = await world.provider.token();
  const refused = nextcloud({ auth: { token, clientId: 'x', scopes: [], extra } });
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_CREDENTIALS',
    message: expect.stringMatching(/^Nextcloud did not accept your token\./),
  });
  expect(JSON.stringify(await refused.catch((error: unknown) => error))).not.toContain(token);
  await emulator.close();
});

it('requires a key of 32 bytes for offline access', async () => {
  await using world = await createOAuthWorld({ modules: ['notes'] });
  const offline = { scopes: ['openid'], key: 'c2hvcnQ=' };
  const parts = { scopes: [], folder: world.folder };
  await expect(createOAuth({ ...world.options, offline }, parts)).rejects.toThrow(
    /^OAUTH_TOKEN_KEY must hold 32 bytes/,
  );
});
