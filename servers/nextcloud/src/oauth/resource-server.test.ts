import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { createOAuthWorld } from './fixtures/connect-oauth.ts';

const world = await createOAuthWorld({ modules: ['notes', 'sharing'] });
afterAll(() => world[Symbol.asyncDispose]());
const { provider, resource } = world;
const metadataUrl = resource.replace('/mcp', '/.well-known/oauth-protected-resource/mcp');

describe('the metadata of the protected resource', () => {
  it.each(['', '/mcp'])('names the issuer and the scopes of the served modules at …%s', async (path) => {
    const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, resource));
    expect(await response.json()).toEqual({
      resource,
      authorization_servers: [provider.issuer],
      scopes_supported: ['notes:write', 'notes:read', 'sharing:write', 'sharing:read', 'openid'],
      bearer_methods_supported: ['header'],
      resource_name: 'toolmark-nextcloud',
    });
  });
});

describe('a request', () => {
  it.each([undefined, 'Basic YWRhOmFkYS1zZWNyZXQ=', 'Bearer', 'Bearer a b'])(
    'without a token is refused with a challenge: %s',
    async (authorization) => {
      const response = await world.post(authorization);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${metadataUrl}", scope="notes:write notes:read sharing:write sharing:read openid"`,
      ]);
    },
  );

  it.each(['jwt', 'opaque'] as const)('with a valid %s is answered', async (format) => {
    const client = await world.connect(await provider.token({ format, scopes: 'notes:read' }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'nc_notes_search_notes',
      'nc_notes_get_note',
      'nc_notes_get_attachment',
    ]);
  });

  const claims = { iss: provider.issuer, aud: resource, sub: 'ada', scope: 'notes:read' };
  const forge = async (overrides: object = {}): Promise<SignJWT> =>
    new SignJWT({ ...claims, ...overrides }).setIssuedAt().setExpirationTime('5 minutes');
  const publicJwk = async (): Promise<JsonWebKey> => {
    const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: JsonWebKey[] };
    return keys[0] ?? {};
  };

  it.each<[string, () => Promise<string>]>([
    ['a JWT for another audience', () => provider.token({ audience: 'https://elsewhere.test' })],
    [
      'an opaque one for another audience',
      () => provider.token({ audience: 'https://elsewhere.test', format: 'opaque' }),
    ],
    ['a JWT that has expired', () => provider.token({ lifetimeS: -60 })],
    ['an opaque one that is not known', async () => 'bm90LWtub3du'],
    ['alg none', async () => new UnsecuredJWT(claims).setExpirationTime('5 minutes').encode()],
    [
      'HS256 with the public key as its secret',
      async () => {
        const { kid } = (await publicJwk()) as { kid?: string };
        const pem = createPublicKey({ key: await publicJwk(), format: 'jwk' }).export({ type: 'spki', format: 'pem' });
        return (await forge()).setProtectedHeader({ alg: 'HS256', ...(kid && { kid }) }).sign(Buffer.from(pem));
      },
    ],
    [
      'a signature by a foreign key',
      async () => {
        const { privateKey } = await generateKeyPair('RS256');
        const { kid } = (await publicJwk()) as { kid?: string };
        return (await forge()).setProtectedHeader({ alg: 'RS256', ...(kid && { kid }) }).sign(privateKey);
      },
    ],
    [
      'a key that the token brings along',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
        return (await forge()).setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) }).sign(privateKey);
      },
    ],
    ['three parts that are no JWT', async () => 'a.b.c'],
  ])('with %s is refused', async (_, make) => {
    const token = await make();
    const response = await world.post(`Bearer ${token}`);
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect([response.status, challenge]).toEqual([401, expect.stringMatching(/^Bearer error="invalid_token"/)]);
    expect(challenge).toContain(`resource_metadata="${metadataUrl}"`);
    expect(challenge + (await response.text()) + world.log.join('\n')).not.toContain(token);
  });

  it('with a token of another issuer is refused, even if that issuer has the same keys', async () => {
    await using other = await createOAuthWorld({ modules: ['notes'] });
    const foreign = await other.provider.token({ audience: resource });
    expect((await world.post(`Bearer ${foreign}`)).status).toBe(401);
    const opaque = await other.provider.token({ audience: resource, format: 'opaque' });
    expect((await world.post(`Bearer ${opaque}`)).status).toBe(401);
  });

  it('with a refresh token in place of an access token is refused', async () => {
    const client = await world.connect(await provider.token());
    const { authorization_url: link } = (await world.call(client, 'provision_nextcloud_access')) as Record<
      string,
      string
    >;
    await fetch(await provider.signIn(link ?? '', 'ada'));
    const refreshToken = provider.secrets.find((each) => !each.includes('.') && each.length > 40) ?? '';
    expect((await world.post(`Bearer ${refreshToken}`)).status).toBe(401);
  });
});

describe('scopes', () => {
  const callOf = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

  it.each([
    ['nc_notes_create_note', { title: 't', content: 'c', category: '' }, 'notes:read', 'notes:write'],
    ['nc_share_list', {}, 'sharing:write', 'sharing:read'],
    ['check_provisioning_status', {}, 'notes:read', 'openid'],
  ])('deny a call of %s that the token has none for', async (name, args, scopes, needed) => {
    const token = await provider.token({ scopes });
    const before = world.received.length;
    const response = await world.post(`Bearer ${token}`, callOf(name, args));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer error="insufficient_scope", error_description="Insufficient scope", scope="${needed}", resource_metadata="${metadataUrl}"`,
    ]);
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await world.connect(token, { versionNegotiation: { mode } });
      await expect(client.callTool({ name, arguments: args })).rejects.toThrow();
      expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain(name);
    }
    expect(world.received.length).toBe(before);
  });

  it('are all required if a tool has several', async () => {
    await using todos = await createOAuthWorld({ modules: ['calendar'] });
    const args = { calendar_name: 'personal', summary: 's' };
    for (const scopes of ['todo:write', 'calendar:read']) {
      const token = await todos.provider.token({ scopes });
      const response = await todos.post(`Bearer ${token}`, callOf('nc_calendar_create_todo', args));
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringContaining('scope="todo:write calendar:read"'),
      ]);
    }
  });

  it('allow the calls of the token, as its user', async () => {
    const scopes = 'notes:read notes:write';
    const [ada, bob] = [await provider.token({ scopes }), await provider.token({ scopes, user: 'bob' })];
    const [adas, bobs] = [await world.connect(ada), await world.connect(bob)];
    await world.call(adas, 'nc_notes_create_note', { title: 'Secret plan', content: 'x', category: '' });
    expect(await world.call(adas, 'nc_notes_search_notes', { query: 'plan' })).toMatchObject({ total_found: 1 });
    expect(await world.call(bobs, 'nc_notes_search_notes', { query: 'plan' })).toMatchObject({ total_found: 0 });
    expect(new Set(world.received.slice(-6).map(({ token }) => token))).toEqual(new Set([ada, bob]));
  });

  it('lead each user to their own files', async () => {
    await using files = await createOAuthWorld({ modules: ['webdav'] });
    const scopes = 'files:read files:write';
    const adas = await files.connect(await files.provider.token({ scopes }));
    const bobs = await files.connect(await files.provider.token({ scopes, user: 'bob' }));
    const write = { path: 'mine.txt', content: 'x' };
    expect(await files.call(adas, 'nc_webdav_write_file', write)).not.toHaveProperty('failed');
    expect(await files.call(bobs, 'nc_webdav_read_file', { path: 'mine.txt' })).toMatchObject({
      failed: { code: 'NOT_FOUND' },
    });
    expect(await files.call(bobs, 'nc_webdav_write_file', write)).not.toHaveProperty('failed');
  });
});
