import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { boundedFetch, isSecureAddress } from './bounded-fetch.ts';
import { openIssuer } from './issuer.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: RequestListener): Promise<string> {
  const http = createServer(answer).listen(0, '127.0.0.1');
  await once(http, 'listening');
  closing.push(
    () => http.closeAllConnections(),
    () => http.close(),
  );
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const discovery = (change: object): Promise<string> =>
  serve(({ headers }, response) => {
    const issuer = `http://${headers.host}`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token`, ...change }));
  });

describe('an issuer', () => {
  it('is found by its discovery document', async () => {
    const issuer = await discovery({});
    expect((await openIssuer({ issuer })).metadata).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` });
  });

  it.each([
    ['whose document names another issuer', () => discovery({ issuer: 'https://evil.test' })],
    ['whose keys are on another machine without https', () => discovery({ jwks_uri: 'http://evil.test/jwks' })],
    ['that introspects without https', () => discovery({ introspection_endpoint: 'http://evil.test/i' })],
    ['that redirects', () => serve((_, response) => response.writeHead(302, { location: '/other' }).end())],
    ['that answers without an end', () => serve((_, response) => response.end('x'.repeat(2 * 1024 * 1024)))],
    ['that has no document', () => serve((_, response) => response.writeHead(404).end())],
    ['that is unreachable', async () => 'http://127.0.0.1:1'],
  ])('%s is refused with an error message', async (_, make) => {
    const issuer = await make();
    await expect(openIssuer({ issuer, clientId: 'c', clientSecret: 'hidden' })).rejects.toMatchObject({
      name: 'OAuthSetupError',
      message: expect.not.stringContaining('hidden'),
    });
  });
});

it.each([
  ['https://id.example.org', true],
  ['http://127.0.0.1:8080/realms/x', true],
  ['http://localhost:1', true],
  ['http://[::1]:1', true],
  ['http://id.example.org', false],
  ['http://127.0.0.1.evil.test', false],
  ['http://localhost.evil.test', false],
  ['ftp://127.0.0.1', false],
  ['id.example.org', false],
  ['https://ada:hidden@id.example.org', false],
  ['https://ada@id.example.org', false],
])('%s is a secure address: %s', (address, isSecure) => {
  expect(isSecureAddress(address)).toBe(isSecure);
});

it('reads no more than the limit', async () => {
  const address = await serve((_, response) => response.end('x'.repeat(1024 * 1024 + 1)));
  await expect(boundedFetch(address)).rejects.toThrow('sent more than 1048576 bytes');
});

it('sends nothing to an insecure address', async () => {
  await expect(boundedFetch('http://evil.test/token')).rejects.toThrow(
    'evil.test is neither https nor on this machine.',
  );
});
