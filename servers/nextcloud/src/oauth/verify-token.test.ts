import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { openIssuer } from './issuer.ts';
import { createTokenVerifier } from './verify-token.ts';

const AUDIENCE = 'https://mcp.test/mcp';
const NOW = 1_800_000_000;
const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
let introspected: object = {};
let hasKeys = true;
const http = createServer(({ url, headers }, response) => {
  const issuer = `http://${headers.host}`;
  const documents: Readonly<Record<string, object>> = {
    '/.well-known/openid-configuration': {
      issuer,
      jwks_uri: `${issuer}/jwks`,
      introspection_endpoint: `${issuer}/introspect`,
    },
    '/jwks': { keys: [jwk] },
    '/introspect': introspected,
  };
  const isThere = url !== '/jwks' || hasKeys;
  response.writeHead(isThere ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(documents[url ?? ''] ?? {}));
}).listen(0, '127.0.0.1');
await once(http, 'listening');
afterAll(() => {
  http.closeAllConnections();
  http.close();
});
const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const create = async (clientId?: string) =>
  createTokenVerifier(await openIssuer({ issuer, clientId, clientSecret: 's' }), AUDIENCE, () => new Date(NOW * 1000));
const verify = await create('c');

const good = { iss: issuer, aud: [AUDIENCE, 'other'], sub: 'ada', exp: NOW + 60, client_id: 'x', scope: 'a b' };
const sign = (claims: object, header: object = {}): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k', ...header }).sign(privateKey);
const expected = { subject: 'ada', clientId: 'x', scopes: ['a', 'b'], expiresAt: NOW + 60 };

describe('a JWT', () => {
  it.each([
    ['with scope', good, {}, expected],
    ['with scp as a list', { ...good, scope: undefined, scp: ['a', 'b'] }, {}, expected],
    ['without scopes', { ...good, scope: undefined }, {}, { ...expected, scopes: [] }],
    ['of the type at+jwt', good, { typ: 'at+jwt' }, expected],
  ])('%s is taken', async (_, claims, header, result) => {
    expect(await verify(await sign(claims, header))).toEqual(result);
  });

  it.each([
    ['without exp', { ...good, exp: undefined }, {}],
    ['that has expired', { ...good, exp: NOW - 6 }, {}],
    ['that is not valid yet', { ...good, nbf: NOW + 60 }, {}],
    ['without sub', { ...good, sub: undefined }, {}],
    ['with an empty sub', { ...good, sub: '' }, {}],
    ['without aud', { ...good, aud: undefined }, {}],
    ['whose aud only begins alike', { ...good, aud: `${AUDIENCE}2` }, {}],
    ['of another issuer', { ...good, iss: `${issuer}/` }, {}],
    ['for another purpose', good, { typ: 'logout+jwt' }],
    ['with an unknown key', good, { kid: 'other' }],
  ])('%s is refused', async (_, claims, header) => {
    await expect(verify(await sign(claims, header))).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is neither taken nor called wrong while the keys cannot be read', async () => {
    hasKeys = false;
    const fresh = await create('c');
    const outcome = fresh(await sign(good));
    await expect(outcome).rejects.toThrow('The keys of the authorization server cannot be read.');
    hasKeys = true;
  });
});

describe('an opaque token', () => {
  it('is introspected', async () => {
    introspected = { active: true, ...good, token_type: 'Bearer' };
    expect(await verify('opaque')).toEqual(expected);
  });

  it.each([
    ['not active', { ...good, active: false }],
    ['a refresh token', { ...good, active: true, token_type: 'refresh_token' }],
    ['of another issuer', { ...good, active: true, iss: 'https://evil.test' }],
    ['for another audience', { ...good, active: true, aud: 'other' }],
    ['for no audience', { ...good, active: true, aud: undefined }],
    ['without exp', { ...good, active: true, exp: undefined }],
    ['expired', { ...good, active: true, exp: NOW - 6 }],
    ['not valid yet', { ...good, active: true, nbf: NOW + 60 }],
    ['of nobody', { ...good, active: true, sub: undefined }],
  ])('that is %s is refused', async (_, answer) => {
    introspected = answer;
    await expect(verify('opaque')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is refused by a server that has no client to introspect with', async () => {
    introspected = { active: true, ...good };
    await expect((await create())('opaque')).rejects.toMatchObject({ code: 'invalid_token' });
  });
});
