import { copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createOAuthWorld, type OAuthWorld } from './fixtures/connect-oauth.ts';

let worlds: OAuthWorld[] = [];
afterEach(async () => {
  for (const world of worlds) await world[Symbol.asyncDispose]();
  worlds = [];
});

async function open(options: Parameters<typeof createOAuthWorld>[0] = {}): Promise<OAuthWorld> {
  const world = await createOAuthWorld({ modules: ['notes'], ...options });
  worlds.push(world);
  return world;
}

interface Signed {
  readonly client: Client;
  readonly link: string;
  readonly isGranted: () => Promise<boolean>;
}

/** A user whose client has requested the link. */
async function begin({ connect, provider, call }: OAuthWorld, user = 'ada'): Promise<Signed> {
  const client = await connect(await provider.token({ user, scopes: 'openid' }));
  const asked = (await call(client, 'provision_nextcloud_access')) as { readonly authorization_url?: string };
  return {
    client,
    link: asked.authorization_url ?? '',
    isGranted: async () => {
      const status = (await call(client, 'check_provisioning_status')) as { readonly is_provisioned: boolean };
      return status.is_provisioned;
    },
  };
}

describe('access that a user grants', () => {
  it('is granted by a sign-in with PKCE, is reported, and ends with a revocation at the issuer', async () => {
    const world = await open();
    const { client, link } = await begin(world);
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      scope: 'openid offline_access',
      response_type: 'code',
    });
    const page = await fetch(await world.provider.signIn(link, 'ada'));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Access granted')]);
    expect(await world.call(client, 'check_provisioning_status')).toEqual({
      is_provisioned: true,
      provisioned_at: expect.stringMatching(/^20/),
      client_id: 'nextcloud-mcp',
      scopes: ['openid', 'offline_access'],
      flow_type: 'authorization_code',
    });
    expect(await world.call(client, 'check_logged_in')).toEqual({ logged_in: true, message: 'yes' });
    expect(await world.call(client, 'provision_nextcloud_access')).toMatchObject({ is_provisioned: true });
    expect(await world.call(client, 'revoke_nextcloud_access')).toEqual({
      success: true,
      was_provisioned: true,
      message: 'The access is revoked and its token deleted.',
    });
    expect(world.provider.requests).toContain('POST /token/revocation');
    expect(await world.call(client, 'check_logged_in')).toMatchObject({ logged_in: false });
    expect(await world.call(client, 'revoke_nextcloud_access')).toMatchObject({ was_provisioned: false });
  });

  it('is stored encrypted, readable by its owner only, and no secret is in results or the log', async () => {
    const world = await open();
    const { client, link } = await begin(world);
    await fetch(await world.provider.signIn(link, 'ada'));
    const folder = join(world.folder, 'grants');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    expect(files.length).toBe(1);
    expect((await stat(join(folder, files[0] ?? ''))).mode & 0o777).toBe(0o600);
    const results = await Promise.all(
      ['check_provisioning_status', 'check_logged_in', 'provision_nextcloud_access', 'revoke_nextcloud_access'].map(
        (name) => client.callTool({ name, arguments: {} }),
      ),
    );
    const seen = [...texts, ...world.log, JSON.stringify(results)].join('\n');
    expect(world.provider.secrets.length).toBeGreaterThan(2);
    for (const secret of [...world.provider.secrets, 'the-secret-of-the-servers-own-client'])
      expect(seen).not.toContain(secret);
  });

  it('is refused if another user opens the link: the tokens are discarded and revoked', async () => {
    const world = await open();
    const [adas, bobs] = [await begin(world, 'ada'), await begin(world, 'bob')];
    const page = await fetch(await world.provider.signIn(adas.link, 'bob'));
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('belongs to another user')]);
    expect([await adas.isGranted(), await bobs.isGranted()]).toEqual([false, false]);
    expect(world.provider.requests).toContain('POST /token/revocation');
  });

  it.each<[string, (callback: URL) => unknown, string]>([
    ['is used a second time', (callback) => fetch(callback), 'does not work any more'],
    ['has another state', (callback) => callback.searchParams.set('state', 'made-up'), 'does not work any more'],
    ['has no state', (callback) => callback.searchParams.delete('state'), 'does not work any more'],
    ['names a foreign issuer', (callback) => callback.searchParams.set('iss', 'https://evil.test'), 'sign-in failed'],
    ['names no issuer', (callback) => callback.searchParams.delete('iss'), 'sign-in failed'],
    ['has another code', (callback) => callback.searchParams.set('code', 'made-up'), 'sign-in failed'],
  ])('is not granted by a callback that %s', async (_, tamper, sentence) => {
    const world = await open();
    const { link } = await begin(world);
    const callback = await world.provider.signIn(link, 'ada');
    await tamper(callback);
    const page = await fetch(callback);
    expect([page.status, page.headers.get('cache-control')]).toEqual([400, 'no-store']);
    const text = await page.text();
    expect(text).toContain(sentence);
    expect(text).not.toContain('evil.test');
  });

  it('is not granted by a code of one user with the state of another', async () => {
    const world = await open();
    const [adas, bobs] = [await begin(world, 'ada'), await begin(world, 'bob')];
    const callback = await world.provider.signIn(adas.link, 'ada');
    callback.searchParams.set('state', new URL(bobs.link).searchParams.get('state') ?? '');
    expect((await fetch(callback)).status).toBe(400);
    expect([await adas.isGranted(), await bobs.isGranted()]).toEqual([false, false]);
  });

  it('is not usable by another user to whom its file is copied', async () => {
    const world = await open();
    const [adas, bobs] = [await begin(world, 'ada'), await begin(world, 'bob')];
    await fetch(await world.provider.signIn(adas.link, 'ada'));
    const folder = join(world.folder, 'grants');
    const [adasFile = ''] = await readdir(folder);
    await fetch(await world.provider.signIn(bobs.link, 'bob'));
    const bobsFile = (await readdir(folder)).find((file) => file !== adasFile) ?? '';
    expect([await adas.isGranted(), await bobs.isGranted()]).toEqual([true, true]);
    await copyFile(join(folder, adasFile), join(folder, bobsFile));
    expect([await adas.isGranted(), await bobs.isGranted()]).toEqual([true, false]);
  });

  it('is not visible to other users', async () => {
    const world = await open();
    const { client } = await begin(world, 'bob');
    for (const name of ['provision_nextcloud_access', 'revoke_nextcloud_access', 'check_logged_in'])
      expect(await world.call(client, name, { user_id: 'ada' })).toMatchObject({
        failed: { code: 'INVALID_ARGUMENT' },
      });
    expect(await world.call(client, 'check_provisioning_status', { user_id: 'bob' })).toEqual({
      is_provisioned: false,
    });
  });

  it('is not offered unless configured', async () => {
    const world = await open({ options: { offline: undefined as never } });
    const client = await world.connect(await world.provider.token({ scopes: 'openid notes:read' }));
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('check_logged_in');
    expect((await fetch(new URL('/oauth/callback', world.url))).status).toBe(404);
  });
});

describe('the login link', () => {
  it.each([
    ['accept', { success: true, is_provisioned: true }],
    ['decline', { success: false, is_provisioned: false }],
  ] as const)('is shown by clients with URL elicitation, and the user may %s', async (action, expected) => {
    const world = await open();
    const client = await world.connect(await world.provider.token(), {
      capabilities: { elicitation: { url: {} } },
      versionNegotiation: { mode: 'auto' },
    });
    const links: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      links.push('url' in params ? params.url : '');
      if (action === 'accept') await fetch(await world.provider.signIn(links[0] ?? '', 'ada'));
      return { action };
    });
    const result = await world.call(client, 'provision_nextcloud_access');
    expect(result).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain('code_challenge');
    expect(links).toEqual([expect.stringContaining(`${world.provider.issuer}/auth?`)]);
  });
});
