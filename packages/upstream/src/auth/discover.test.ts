import { describe, expect, it } from 'vitest';
import { createCarefulWeb } from './careful-fetch.ts';
import { aWeb, ISSUER, issuer, RESOURCE, resource } from './fixtures/a-web.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';

type Documents = (origin: string) => Readonly<Record<string, unknown>>;

describe('discover', () => {
  it('finds out who can let somebody in, and how', async () => {
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

  it('asks where the refusal says', async () => {
    const web = await aWeb((at) => ({ '/about': resource(at), [ISSUER]: issuer(at) }));
    const found = await web.discover({ metadataUrl: `${web.origin}/about` });
    expect([found.ok, web.asked]).toEqual([true, ['/about', ISSUER]]);
  });

  it('takes a server without a document for its own authorization server', async () => {
    const web = await aWeb((at) => ({ [RESOURCE]: '<html>', [ISSUER]: issuer(at) }));
    const found = await web.discover({});
    expect(found).toMatchObject({ ok: true, value: { resource: `${web.origin}/mcp`, scopes: [] } });
  });

  it('keeps where OpenID providers take tokens back', async () => {
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
    ['nothing is said anywhere', () => ({}), 'needless', /asked nobody to sign in/],
    [
      'everything is answered with a page',
      () => ({ [RESOURCE]: '<html>', [ISSUER]: '<html>' }),
      'needless',
      /asked nobody/,
    ],
    ['the document is none', () => ({ [RESOURCE]: { nothing: true } }), 'broken', /cannot be read/],
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
    ['nobody is there', (at) => ({ [RESOURCE]: resource(at) }), 'broken', /does not say how one signs in/],
    [
      'the one who is asked says that they are somebody else',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { issuer: 'https://other.example' }) }),
      'broken',
      /says that it is somebody else/,
    ],
    [
      'codes are not protected',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { code_challenge_methods_supported: undefined }) }),
      'broken',
      /PKCE \(S256\)/,
    ],
    [
      'codes are hardly protected',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { code_challenge_methods_supported: ['plain'] }) }),
      'broken',
      /PKCE \(S256\)/,
    ],
    [
      'there are no codes',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { response_types_supported: ['token'] }) }),
      'broken',
      /no codes/,
    ],
    [
      'the issuer is in the network of the cloud',
      (at) => ({ [RESOURCE]: resource(at, { authorization_servers: ['https://169.254.169.254'] }) }),
      'broken',
      /leads into the network of this machine/,
    ],
    [
      'the issuer is not on https',
      (at) => ({ [RESOURCE]: resource(at, { authorization_servers: ['http://login.example.com'] }) }),
      'broken',
      /is not https/,
    ],
    [
      'tokens would be handed out without https',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { token_endpoint: 'http://10.0.0.1/token' }) }),
      'broken',
      /names an address that is not https/,
    ],
    [
      'people would be sent to a place without https',
      (at) => ({ [RESOURCE]: resource(at), [ISSUER]: issuer(at, { authorization_endpoint: 'http://evil.example' }) }),
      'broken',
      /names an address that is not https/,
    ],
    [
      'a redirect leads elsewhere',
      () => ({ [RESOURCE]: new URL('https://10.0.0.1/x') }),
      'needless',
      /asked nobody|cannot/,
    ],
    [
      'there is too much of it',
      (at) => ({ [RESOURCE]: resource(at, { more: 'x'.repeat(MAX_ANSWER_BYTES) }) }),
      'unreachable',
      /answered with too much/,
    ],
  ])('refuses where %s', async (_, documents, kind, message) => {
    const web = await aWeb(documents);
    const found = await web.discover();
    expect(found).toEqual({ ok: false, error: { kind, message: expect.stringMatching(message) } });
  });
});

describe('a person who said at whom one signs in', () => {
  const EVIL = 'https://login.evil.example';
  const web = () =>
    aWeb((at) => ({ [RESOURCE]: resource(at, { authorization_servers: [EVIL, at] }), [ISSUER]: issuer(at) }));

  it('is sent there, whoever else is named before', async () => {
    const { origin, discover } = await web();
    expect(await discover({ expectedIssuer: `${origin}/` })).toMatchObject({
      ok: true,
      value: { metadata: { issuer: origin } },
    });
  });

  it('is sent nowhere else', async () => {
    const { asked, discover } = await web();
    const message = `The server names ${EVIL} to sign in at, while oauth.issuer in the config is https://login.example. Nobody was sent there, and it was told nothing; correct the config if you know why.`;
    expect(await discover({ expectedIssuer: 'https://login.example' })).toEqual({
      ok: false,
      error: { kind: 'broken', message },
    });
    expect(asked).toEqual([RESOURCE]);
  });
});

describe('what a server on the internet names', () => {
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
