import { describe, expect, it } from 'vitest';
import { createCarefulWeb } from './careful-fetch.ts';
import { aWeb, ISSUER, issuer, RESOURCE, resource } from './fixtures/a-web.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';

type Documents = (origin: string) => Readonly<Record<string, unknown>>;

describe('discover', () => {
  it('finds the authorization server and its endpoints', async () => {
    const web = await aWeb((at) => ({
      [RESOURCE]: resource(at, { scopes_supported: ['a', 'b'] }),
      [ISSUER]: issuer(at, { revocation_endpoint: `${at}/revoke` }),
    }));
    const { origin } = web;
    expect(await web.discover()).toEqual({
      ok: true,
      value: {
        metadata: expect.objectContaining({ issuer: origin, token_endpoint: `${origin}/token` }),
        revocationUrl: `${origin}/revoke`,
        resource: `${origin}/mcp`,
        scopes: ['a', 'b'],
      },
    });
  });

  it('starts at the address in the challenge', async () => {
    const web = await aWeb((at) => ({ '/about': resource(at), [ISSUER]: issuer(at) }));
    const found = await web.discover({ metadataUrl: `${web.origin}/about` });
    expect([found.ok, web.asked]).toEqual([true, ['/about', ISSUER]]);
  });

  it('treats a server without metadata as its own authorization server', async () => {
    const web = await aWeb((at) => ({ [RESOURCE]: '<html>', [ISSUER]: issuer(at) }));
    const found = await web.discover({});
    expect(found).toMatchObject({ ok: true, value: { resource: `${web.origin}/mcp`, scopes: [] } });
  });

  it('keeps the revocation endpoint of OpenID providers', async () => {
    const web = await aWeb((at) => ({
      [RESOURCE]: resource(at),
      '/.well-known/openid-configuration': issuer(at, {
        jwks_uri: `${at}/jwks`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        revocation_endpoint: `${at}/revoke`,
      }),
    }));
    expect(await web.discover()).toMatchObject({ ok: true, value: { revocationUrl: `${web.origin}/revoke` } });
  });

  it.each<[string, Documents, string, RegExp]>([
    ['there is no metadata anywhere', () => ({}), 'needless', /does not require a sign-in/],
    [
      'every answer is an HTML page',
      () => ({ [RESOURCE]: '<html>', [ISSUER]: '<html>' }),
      'needless',
      /does not require a sign-in/,
    ],
    ['the metadata is invalid', () => ({ [RESOURCE]: { nothing: true } }), 'broken', /is invalid/],
    [
      'the tokens are for another server',
      (at) => ({ [RESOURCE]: resource(at, { resource: 'https://other.example/mcp' }), [ISSUER]: issuer(at) }),
      'broken',
      /which is another server/,
    ],
    [
      'the tokens are for another path',
      (at) => ({ [RESOURCE]: resource(at, { resource: `${at}/mcp/admin` }), [ISSUER]: issuer(at) }),
      'broken',
      /which is another server/,
    ],
    ['nobody is there', (at) => ({ [RESOURCE]: resource(at) }), 'broken', /does not describe how to sign in/],
    [
      'the authorization server reports another issuer',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { issuer: 'https://other.example' }) }),
      'broken',
      /reports another issuer/,
    ],
    [
      'PKCE is not supported',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { code_challenge_methods_supported: undefined }) }),
      'broken',
      /PKCE \(S256\)/,
    ],
    [
      'only plain PKCE is supported',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { code_challenge_methods_supported: ['plain'] }) }),
      'broken',
      /PKCE \(S256\)/,
    ],
    [
      'there is no code flow',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { response_types_supported: ['token'] }) }),
      'broken',
      /authorization code flow/,
    ],
    [
      'the issuer is a cloud metadata address',
      (at) => ({ [RESOURCE]: resource(at, { authorization_servers: ['https://169.254.169.254'] }) }),
      'broken',
      /leads into the local network/,
    ],
    [
      'the issuer does not use https',
      (at) => ({ [RESOURCE]: resource(at, { authorization_servers: ['http://login.example.com'] }) }),
      'broken',
      /is not https/,
    ],
    [
      'the token endpoint does not use https',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { token_endpoint: 'http://10.0.0.1/token' }) }),
      'broken',
      /names an address that is not https/,
    ],
    [
      'the authorization endpoint does not use https',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { authorization_endpoint: 'http://evil.example' }) }),
      'broken',
      /names an address that is not https/,
    ],
    [
      'a redirect leaves the origin',
      () => ({ [RESOURCE]: new URL('https://10.0.0.1/x') }),
      'needless',
      /does not require a sign-in/,
    ],
    [
      'the answer is too large',
      (at) => ({ [RESOURCE]: resource(at, { more: 'x'.repeat(MAX_ANSWER_BYTES) }) }),
      'unreachable',
      /sent too large an answer/,
    ],
  ])('fails when %s', async (_, documents, kind, message) => {
    const web = await aWeb(documents);
    const found = await web.discover();
    expect(found).toEqual({ ok: false, error: { kind, message: expect.stringMatching(message) } });
  });
});

describe('an issuer set in the config', () => {
  const EVIL = 'https://login.evil.example';
  const web = () =>
    aWeb((at) => ({ [RESOURCE]: resource(at, { authorization_servers: [EVIL, at] }), [ISSUER]: issuer(at) }));

  it('is used, even if the server lists another one first', async () => {
    const { origin, discover } = await web();
    expect(await discover({ expectedIssuer: `${origin}/` })).toMatchObject({
      ok: true,
      value: { metadata: { issuer: origin } },
    });
  });

  it('is the only one accepted', async () => {
    const { asked, discover } = await web();
    const message = `The server names ${EVIL} as its authorization server, but oauth.issuer in the config is https://login.example. No request was sent to it; correct the config if the change is intended.`;
    expect(await discover({ expectedIssuer: 'https://login.example' })).toEqual({
      ok: false,
      error: { kind: 'broken', message },
    });
    expect(asked).toEqual([RESOURCE]);
  });
});

describe('an address named by a server on the internet', () => {
  it.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1:1/',
    'https://localhost:1/',
    'https://10.0.0.1/',
    'http://login.example.com/',
  ])('is not followed to %s', async (url) => {
    const web = createCarefulWeb();
    const { fetch, place } = await web.fetchFor(new URL('https://93.184.216.34/mcp'));
    expect(place).toBe('public');
    await expect(fetch(url)).rejects.toMatchObject({ isForbidden: true });
    await web.close();
  });
});
