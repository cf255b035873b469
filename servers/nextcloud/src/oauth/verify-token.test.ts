import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openIssuer } from './issuer.ts';
import { createTokenVerifier, IssuerUnavailable } from './verify-token.ts';

const AUDIENCE = 'https://mcp.test/mcp';
const NOW = 1_800_000_000;
const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
let introspected: object = {};
let hasKeys = true;
let clock = NOW;
/** If set, introspections wait until it is called. */
let pending: (() => void)[] | undefined;
const requests: string[] = [];
const asked = (path: string): number => requests.filter((each) => each === path).length;
const http = createServer(({ url, headers }, response) => {
  requests.push(url ?? '');
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
  const answer = () => response.end(JSON.stringify(documents[url ?? ''] ?? {}));
  if (url === '/introspect' && pending !== undefined) pending.push(answer);
  else answer();
}).listen(0, '127.0.0.1');
await once(http, 'listening');
afterAll(() => {
  http.closeAllConnections();
  http.close();
});
const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const create = async (clientId?: string) =>
  createTokenVerifier(
    await openIssuer({ issuer, clientId, clientSecret: 's' }),
    AUDIENCE,
    () => new Date(clock * 1000),
  );
const verify = await create('c');
beforeEach(() => {
  clock = NOW;
  requests.length = 0;
  pending = undefined;
});

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
    ['of Keycloak', { ...good, typ: 'Bearer' }, {}, expected],
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
    ['whose aud has only the same prefix', { ...good, aud: `${AUDIENCE}2` }, {}],
    ['of another issuer', { ...good, iss: `${issuer}/` }, {}],
    ['for another purpose', good, { typ: 'logout+jwt' }],
    ['with an unknown key', good, { kid: 'other' }],
    ['whose type is no text', good, { typ: 5 }],
    ['that is an ID token of Keycloak', { ...good, typ: 'ID' }, {}],
    ['that is an ID token of Cognito', { ...good, token_use: 'id' }, {}],
    ['that is an ID token, by its hash of an access token', { ...good, at_hash: 'x' }, {}],
    ['that is a logout token', { ...good, events: {} }, {}],
    ['that is bound to a key of its client', { ...good, cnf: { jkt: 'x' } }, {}],
    ['of a client without a user', { ...good, sub: 'x' }, {}],
  ])('%s is refused', async (_, claims, header) => {
    await expect(verify(await sign(claims, header))).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is neither accepted nor rejected while the keys cannot be read', async () => {
    hasKeys = false;
    const fresh = await create('c');
    const outcome = fresh(await sign(good));
    await expect(outcome).rejects.toThrow('The keys of the authorization server cannot be read.');
    for (let count = 0; count < 20; count++) await fresh(await sign(good)).catch(() => {});
    expect(asked('/jwks')).toBe(1);
    clock += 5;
    hasKeys = true;
    expect(await fresh(await sign(good))).toEqual(expected);
  });

  it('with an invented key does not make the server read the keys more often', async () => {
    const fresh = await create('c');
    await fresh(await sign(good));
    const flood = Array.from({ length: 50 }, async (_, index) => fresh(await sign(good, { kid: `made-up-${index}` })));
    for (const outcome of await Promise.allSettled(flood)) expect(outcome.status).toBe('rejected');
    expect(asked('/jwks')).toBe(1);
  });
});

describe('an opaque token', () => {
  it('is introspected', async () => {
    introspected = { active: true, ...good, token_type: 'Bearer' };
    expect(await verify('opaque')).toEqual(expected);
  });

  it('is introspected once in 30 seconds, by any number of requests, and again when it has expired', async () => {
    introspected = { active: true, ...good, exp: NOW + 40 };
    await Promise.all([verify('kept'), verify('kept'), verify('kept')]);
    clock += 29;
    await verify('kept');
    expect(asked('/introspect')).toBe(1);
    clock += 2;
    await verify('kept');
    expect(asked('/introspect')).toBe(2);
    clock += 10;
    introspected = { active: false };
    await expect(verify('kept')).rejects.toMatchObject({ code: 'invalid_token' });
    expect(asked('/introspect')).toBe(3);
  });

  it('is not confused with another verified token', async () => {
    introspected = { active: true, ...good };
    await verify('adas');
    introspected = { active: true, ...good, sub: 'bob' };
    expect(await verify('bobs')).toMatchObject({ subject: 'bob' });
    expect(await verify('adas')).toMatchObject({ subject: 'ada' });
  });

  it('is accepted during a flood of introspections, of which a few run at once and the rest wait or fail', async () => {
    introspected = { active: true, ...good };
    await verify('known');
    requests.length = 0;
    pending = [];
    const flood = Promise.allSettled(Array.from({ length: 300 }, (_, index) => verify(`made-up-${index}`)));
    await expect.poll(() => asked('/introspect')).toBe(8);
    expect(await verify('known')).toEqual(expected);
    await expect(verify('one-more')).rejects.toBeInstanceOf(IssuerUnavailable);
    expect(asked('/introspect')).toBe(8);
    const held = pending;
    pending = undefined;
    for (const answer of held) answer();
    const outcomes = await flood;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(48);
    expect(asked('/introspect')).toBe(48);
    expect(await verify('afterwards')).toEqual(expected);
  });

  it('is not introspected if it is too long', async () => {
    await expect(verify('x'.repeat(4097))).rejects.toMatchObject({ code: 'invalid_token' });
    expect(asked('/introspect')).toBe(0);
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
    ['bound to a key of its client', { ...good, active: true, cnf: { 'x5t#S256': 'x' } }],
    ['of a client without a user', { ...good, active: true, sub: 'x' }],
  ])('that is %s is refused', async (_, answer) => {
    introspected = answer;
    await expect(verify('refused')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('is refused by a server without a client for introspection', async () => {
    introspected = { active: true, ...good };
    await expect((await create())('opaque')).rejects.toMatchObject({ code: 'invalid_token' });
  });
});
