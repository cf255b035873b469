import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serve } from '../fixtures/serve.ts';
import { failXml, sendXml, storeAt } from './fixtures/store-at.ts';
import { LIMITS } from './limits.ts';

const signal = AbortSignal.timeout(60_000);

describe('head', () => {
  it('returns the object, or undefined if there is none', async () => {
    await using server = await serve(({ path }, response) =>
      path.endsWith('/there')
        ? response.writeHead(200, { 'content-length': 3, etag: '"e"', 'last-modified': 'now' }).end()
        : response.writeHead(404).end(),
    );
    const store = storeAt(server.url);
    expect(await store.head('there', signal)).toEqual({ key: 'there', size: 3, etag: 'e', lastModified: 'now' });
    expect(await store.head('gone', signal)).toBeUndefined();
  });

  it('does not report a denied access as a missing object', async () => {
    await using server = await serve((_request, response) => response.writeHead(403).end());
    await expect(storeAt(server.url).head('a', signal)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});

describe('list', () => {
  it('reads a page with one object as a list', async () => {
    await using server = await serve((_request, response) =>
      sendXml(
        response,
        '<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><NextMarker>a/007</NextMarker><Contents><Key>a/007</Key><Size>3</Size><ETag>"e"</ETag><LastModified>2026</LastModified></Contents><CommonPrefixes><Prefix>a/b/</Prefix></CommonPrefixes></ListBucketResult>',
      ),
    );
    expect(await storeAt(server.url).list({ prefix: 'a/', delimiter: '/', maxKeys: 2, signal })).toEqual({
      objects: [{ key: 'a/007', size: 3, etag: 'e', lastModified: '2026' }],
      folders: ['a/b/'],
      nextMarker: 'a/007',
    });
    expect(server.received[0]?.path).toBe('/cos/files-125/?prefix=a%2F&delimiter=%2F&max-keys=2');
  });

  it('reads an empty bucket', async () => {
    await using server = await serve((_request, response) =>
      sendXml(response, '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'),
    );
    expect(await storeAt(server.url).list({ prefix: '', signal })).toEqual({
      objects: [],
      folders: [],
      nextMarker: undefined,
    });
  });

  it.each(['<html></html>', 'no XML', ''])('does not accept %j as a page', async (text) => {
    await using server = await serve((_request, response) => response.end(text));
    await expect(storeAt(server.url).list({ prefix: '', signal })).rejects.toMatchObject({
      code: 'UNEXPECTED_REPLY',
    });
  });
});

describe('remove', () => {
  it('deletes in batches with checksums, and reports failed keys', async () => {
    await using server = await serve(({ body }, response) => {
      const keys = [...body.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key);
      const [first, ...rest] = keys;
      sendXml(
        response,
        `<DeleteResult>${rest.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')}<Error><Key>${first}</Key><Code>AccessDenied</Code><Message>No.</Message></Error></DeleteResult>`,
      );
    });
    const keys = Array.from({ length: LIMITS.deletedKeys + 2 }, (_, index) => `k${index}&`);
    const { deleted, failed } = await storeAt(server.url).remove(keys, signal);
    expect(deleted).toHaveLength(LIMITS.deletedKeys);
    expect(failed).toEqual([
      { key: 'k0&', code: 'AccessDenied', message: 'No.' },
      { key: `k${LIMITS.deletedKeys}&`, code: 'AccessDenied', message: 'No.' },
    ]);
    expect(server.received.map(({ path }) => path)).toEqual(Array(2).fill('/cos/files-125/?delete='));
    for (const { body, headers } of server.received)
      expect(headers['content-md5']).toBe(createHash('md5').update(body).digest('base64'));
  });
});

describe('the configuration of a bucket', () => {
  const RULE = {
    allowedOrigins: ['https://a.example.com'],
    allowedMethods: ['GET', 'PUT'],
    allowedHeaders: ['*'],
    exposeHeaders: ['Etag'],
    maxAgeSeconds: 5,
  };

  it('returns the CORS rules as they were written', async () => {
    let stored = '';
    await using server = await serve(({ method, body }, response) => {
      if (method === 'PUT') stored = body;
      sendXml(response, method === 'GET' ? stored : '');
    });
    const store = storeAt(server.url);
    await store.setCors([RULE], signal);
    expect(await store.cors(signal)).toEqual([RULE]);
    await store.setCors([], signal);
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /cos/files-125/?cors=',
      'GET /cos/files-125/?cors=',
      'DELETE /cos/files-125/?cors=',
    ]);
  });

  it('is empty if unset, but an error if the bucket is missing', async () => {
    await using none = await serve((_request, response) => failXml(response, 404, 'NoSuchCORSConfiguration'));
    expect(await storeAt(none.url).cors(signal)).toEqual([]);
    await using noSite = await serve((_request, response) => failXml(response, 404, 'NoSuchWebsiteConfiguration'));
    expect(await storeAt(noSite.url).website(signal)).toBeUndefined();
    await using gone = await serve((_request, response) => failXml(response, 404, 'NoSuchBucket'));
    await expect(storeAt(gone.url).cors(signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('returns the index and error documents of a site', async () => {
    await using server = await serve((_request, response) =>
      sendXml(
        response,
        '<WebsiteConfiguration><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>404.html</Key></ErrorDocument><RoutingRules><RoutingRule><Condition><KeyPrefixEquals>old/</KeyPrefixEquals></Condition></RoutingRule></RoutingRules></WebsiteConfiguration>',
      ),
    );
    expect(await storeAt(server.url).website(signal)).toEqual({
      indexDocument: 'index.html',
      errorDocument: '404.html',
      routingRules: [{ Condition: { KeyPrefixEquals: 'old/' } }],
    });
  });
});
