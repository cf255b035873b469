import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { freePort } from '../fixtures/local-server.ts';
import { createNextcloud, type RequestEvent } from './create-nextcloud.ts';
import type { Nextcloud, NextcloudRequest } from './nextcloud.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server with given answers, which records its requests. */
async function start(
  answer: RequestListener,
): Promise<Nextcloud & { readonly asked: string[]; readonly events: RequestEvent[] }> {
  const [asked, events]: [string[], RequestEvent[]] = [[], []];
  const http = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  closing.push(async () => {
    http.closeAllConnections();
    http.close();
    await once(http, 'close');
  });
  const { port } = http.address() as AddressInfo;
  const nextcloud = createNextcloud({
    url: `http://127.0.0.1:${port}/cloud/`,
    user: 'ada',
    authorization: () => 'Bearer secret',
    backoffMs: 1,
    onRequest: (event) => events.push(event),
  });
  return { ...nextcloud, asked, events };
}

const ask = (more: Partial<NextcloudRequest> = {}): NextcloudRequest => ({
  method: 'GET',
  path: ['apps', 'notes'],
  what: 'note 42',
  signal: AbortSignal.timeout(10_000),
  ...more,
});

describe('a request', () => {
  it('encodes each segment, and carries the headers that Nextcloud needs', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const nextcloud = await start((request, response) => {
      seen.push(request.headers['ocs-apirequest'], request.headers.authorization);
      response.end('{}');
    });
    await nextcloud.request(ask({ path: ['files', 'Ünï cödé', 'a/b?c#d', ''], query: { q: 'x&y', left: undefined } }));
    expect(nextcloud.asked).toEqual(['GET /cloud/files/%C3%9Cn%C3%AF%20c%C3%B6d%C3%A9/a%2Fb%3Fc%23d/?q=x%26y']);
    expect(seen).toEqual(['true', 'Bearer secret']);
  });

  it.each(['two\r\nx: lines', 'a zero \0', 'half a \ud83d'])('is not sent with the etag %j', async (etag) => {
    const nextcloud = await start((_request, response) => response.end('{}'));
    const request = nextcloud.request(ask({ method: 'PUT', headers: { 'if-match': etag } }));
    await expect(request).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(nextcloud.asked).toEqual([]);
  });

  it('reaches an app without pretty URLs', async () => {
    const nextcloud = await start((_request, response) => response.end('{}'));
    await nextcloud.request(ask({ path: ['apps', 'notes', 'api', 'v1', 'notes'] }));
    await nextcloud.request(ask({ path: ['index.php', 'apps', 'tables'] }));
    await nextcloud.request(ask({ path: ['ocs', 'v2.php', 'apps', 'tables'] }));
    expect(nextcloud.asked).toEqual([
      'GET /cloud/index.php/apps/notes/api/v1/notes',
      'GET /cloud/index.php/apps/tables',
      'GET /cloud/ocs/v2.php/apps/tables',
    ]);
  });

  it.each(['.', '..', 'half a \ud83d'])('is not sent with the name %j, which would change the path', async (name) => {
    const nextcloud = await start((_request, response) => response.end('{}'));
    const request = nextcloud.request(ask({ method: 'DELETE', path: ['apps', 'cookbook', 'category', name] }));
    await expect(request).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(nextcloud.asked).toEqual([]);
  });

  it.each([
    [401, 'BAD_CREDENTIALS', /toolmark-nextcloud login/],
    [403, 'NOT_ALLOWED', /for note 42: .*Check the id/],
    [404, 'NOT_FOUND', /did not find note 42\. List what there is/],
    [405, 'CONFLICT', /choose another name/],
    [409, 'CONFLICT', /exist already.*Choose another name/],
    [412, 'STALE_ETAG', /^Note 42 has changed.*Read it again/],
    [413, 'TOO_LARGE', /Send less/],
    [423, 'LOCKED', /Try again later/],
    [507, 'QUOTA_EXCEEDED', /space/],
    [500, 'UNEXPECTED_REPLY', /status 500/],
  ])('that ends with %i fails with %s and advice', async (status, code, message) => {
    const nextcloud = await start((_request, response) => response.writeHead(status).end());
    await expect(nextcloud.request(ask())).rejects.toMatchObject({
      code,
      status,
      message: expect.stringMatching(message),
    });
    expect(nextcloud.asked).toHaveLength(1);
  });

  it.each([
    ['application/json', '{"message":"Quota is full"}'],
    ['application/json', '{"ocs":{"meta":{"message":"Quota is full"}}}'],
    ['application/xml', '<d:error><s:message>Quota is full</s:message></d:error>'],
  ])('that fails includes the reason of Nextcloud from %s', async (type, body) => {
    const nextcloud = await start((_request, response) => response.writeHead(403, { 'content-type': type }).end(body));
    await expect(nextcloud.request(ask())).rejects.toThrow('Nextcloud says: Quota is full');
  });

  it.each([429, 503])('that only reads is repeated after %i, as Retry-After says', async (status) => {
    const nextcloud = await start((_request, response) => {
      if (nextcloud.asked.length < 3) response.writeHead(status, { 'retry-after': '0' }).end();
      else response.end('done');
    });
    expect(await nextcloud.request(ask())).toMatchObject({ status: 200, text: 'done' });
    expect(nextcloud.events.map((event) => [event.app, event.status, event.attempt])).toEqual([
      ['notes', status, 1],
      ['notes', status, 2],
      ['notes', 200, 3],
    ]);
  });

  it.each([
    ['in seconds', () => '3600'],
    ['as a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ])('with a Retry-After beyond the deadline is not repeated, and reports the wait: %s', async (_, wait) => {
    const nextcloud = await start((_request, response) => response.writeHead(429, { 'retry-after': wait() }).end());
    await expect(nextcloud.request(ask())).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/It asks to wait 3(600|599) s\./),
    });
    expect(nextcloud.asked).toHaveLength(1);
  });

  it('with a Retry-After in the past is repeated at once', async () => {
    const nextcloud = await start((_request, response) => {
      if (nextcloud.asked.length > 1) response.end('done');
      else response.writeHead(503, { 'retry-after': new Date(0).toUTCString() }).end();
    });
    expect(await nextcloud.request(ask())).toMatchObject({ text: 'done' });
  });

  it.each([
    ['POST', 429, 'RATE_LIMITED'],
    ['PUT', 503, 'UNREACHABLE'],
    ['DELETE', 503, 'UNREACHABLE'],
  ])('that writes is never repeated: %s after %i', async (method, status, code) => {
    const nextcloud = await start((_request, response) => response.writeHead(status, { 'retry-after': '0' }).end());
    await expect(nextcloud.request(ask({ method }))).rejects.toMatchObject({ code });
    expect(nextcloud.asked).toHaveLength(1);
  });

  it.each([
    ['GET', 4],
    ['PUT', 1],
  ])('whose connection breaks is repeated only if it reads: %s, %i times', async (method, times) => {
    const nextcloud = await start((request) => request.socket.destroy());
    await expect(nextcloud.request(ask({ method }))).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining(method === 'GET' ? 'Check the URL' : 'unknown whether the change was made'),
    });
    expect(nextcloud.asked).toHaveLength(times);
  });

  it.each([
    ['PUT', 'check before you repeat it'],
    ['GET', 'Try again'],
  ])('that takes too long ends with its deadline, and says what to do: %s', async (method, advice) => {
    const nextcloud = await start(() => {});
    await expect(nextcloud.request(ask({ method, deadlineMs: 50 }))).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining(advice),
    });
  });

  it('is aborted with its caller', async () => {
    const gone = new AbortController();
    const nextcloud = await start(() => gone.abort(new Error('gone')));
    await expect(nextcloud.request(ask({ signal: gone.signal }))).rejects.toThrow('gone');
  });

  it.each([
    ['http://elsewhere.test/', ['remote.php', 'dav'], 'REDIRECTED'],
    ['/cloud/other', ['status.php'], 'REDIRECTED'],
    ['https://elsewhere.test/cloud/index.php/apps/notes', ['apps', 'notes'], 'REDIRECTED'],
    // Nextcloud's answer for an app that is not installed.
    ['/cloud/index.php/apps/dashboard/', ['apps', 'notes'], 'NOT_FOUND'],
    ['/cloud/index.php/apps/files/', ['index.php', 'apps', 'tables', 'api'], 'NOT_FOUND'],
  ])('is not redirected to %s from %j', async (location, path, code) => {
    const nextcloud = await start((_request, response) => response.writeHead(302, { location }).end());
    await expect(nextcloud.request(ask({ path }))).rejects.toMatchObject({ code });
    expect(nextcloud.asked).toHaveLength(1);
  });

  it('reads no more than the limit, and names it', async () => {
    const nextcloud = await start((_request, response) => response.end('x'.repeat(200_000)));
    await expect(nextcloud.request(ask({ maxBytes: 100_000 }))).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('100000 bytes'),
    });
    const { body, isCut } = await nextcloud.request(ask({ maxBytes: 100_000, cuts: true }));
    expect([body.length, isCut]).toEqual([100_000, true]);
  });
});

describe('a reply', () => {
  const Thing = z.object({ id: z.int() });
  it.each([
    ['{"id":7}', { id: 7 }],
    ['{"id":"x"}', 'UNEXPECTED_REPLY'],
    ['<html>', 'UNEXPECTED_REPLY'],
  ])('of JSON is checked: %s', async (body, expected) => {
    const nextcloud = await start((_request, response) => response.end(body));
    const got = await nextcloud.json(Thing, ask()).catch((error: { code: string }) => error.code);
    expect(got).toEqual(expected);
  });

  it.each([
    [{ meta: { statuscode: 200, message: 'OK' }, data: { id: 7 } }, { id: 7 }],
    [{ meta: { statuscode: 100 }, data: { id: 7 } }, { id: 7 }],
    [{ meta: { statuscode: 404, message: 'Wrong share ID' }, data: [] }, 'NOT_FOUND'],
    [{ meta: { statuscode: 997 }, data: [] }, 'BAD_CREDENTIALS'],
  ])('of OCS counts by its own status: %j', async (ocs, expected) => {
    const nextcloud = await start((_request, response) => response.end(JSON.stringify({ ocs })));
    const got = await nextcloud.ocs(Thing, ask()).catch((error: { code: string }) => error.code);
    expect(got).toEqual(expected);
  });
});

it('says that a host cannot be reached, and never its credentials', async () => {
  const nextcloud = createNextcloud({
    url: 'http://127.0.0.1:1',
    user: 'ada',
    authorization: () => 'Bearer secret',
    backoffMs: 1,
  });
  const error = await nextcloud.request(ask()).catch((reason: Error) => reason);
  expect(error).toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached/),
  });
  expect(JSON.stringify(error)).not.toContain('secret');
});

it('that could not be sent is known to have written nothing', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const nextcloud = createNextcloud({ url, user: 'ada', authorization: () => 'Bearer secret' });
  await expect(nextcloud.request(ask({ method: 'POST' }))).rejects.toThrow('Check the URL and the network.');
});
