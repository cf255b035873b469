import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Received, serve } from '../fixtures/serve.ts';
import { signCos } from './cos-signature.ts';
import { createObjectStore } from './create-object-store.ts';
import { LIMITS } from './limits.ts';
import type { ObjectStore } from './object-store.ts';

const KEYS = { secretId: 'AKIDtest', secretKey: 'testsecretkey', token: 'a-token' };
const signal = AbortSignal.timeout(60_000);
const PART = 10;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-cos-'));
});
afterEach(() => rm(folder, { recursive: true }));

const storeAt = (url: URL): ObjectStore =>
  createObjectStore({
    endpoints: { objects: ({ name }) => new URL(`cos/${name}/`, url) },
    bucket: { name: 'files-125', region: 'ap-shanghai' },
    credentials: async () => KEYS,
    backoffMs: 1,
    partBytes: PART,
  });

const sendXml = (response: ServerResponse, text: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
};
const failXml = (response: ServerResponse, status: number, code: string): void =>
  sendXml(response, `<Error><Code>${code}</Code><Message>No.</Message><RequestId>r-1</RequestId></Error>`, status);

async function fileOf(content: string): Promise<string> {
  const file = join(folder, 'file.txt');
  await writeFile(file, content);
  return file;
}

/** What the signature of a request should be, from what arrived. */
function signatureOf({ method, path, headers }: Received, host: string): string {
  const { authorization = '' } = headers;
  const url = new URL(path, `http://${host}`);
  const [from = 0, until = 0] = (/q-sign-time=([^&]*)/.exec(authorization)?.[1] ?? '').split(';').map(Number);
  const names = (/q-header-list=([^&]*)/.exec(authorization)?.[1] ?? '').split(';');
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const params = Object.fromEntries(url.searchParams);
  return signCos({ method, path: decodeURIComponent(url.pathname), params, headers: signed, from, until }, KEYS);
}

describe('putFile', () => {
  it('streams a file with its length, and signs the path that is sent', async () => {
    await using server = await serve((_request, response) => response.setHeader('etag', '"e-1"').end());
    const put = { signal, contentType: 'text/plain', headers: { 'x-cos-meta-fileid': 'f/1' } };
    const reply = await storeAt(server.url).putFile("ordner/ä (1)!'*.txt", await fileOf('abc'), put);
    expect(reply).toEqual({ etag: 'e-1' });
    const [request] = server.received as [Received];
    expect(request).toMatchObject({
      method: 'PUT',
      path: '/cos/files-125/ordner/%C3%A4%20%281%29%21%27%2A.txt',
      body: 'abc',
    });
    expect(request.headers).toMatchObject({
      'content-length': '3',
      'content-type': 'text/plain',
      'x-cos-meta-fileid': 'f/1',
      'x-cos-security-token': 'a-token',
    });
    expect(request.headers).not.toHaveProperty('transfer-encoding');
    expect(request.headers).not.toHaveProperty('x-cos-forbid-overwrite');
    expect(request.headers.authorization).toBe(signatureOf(request, server.url.host));
  });

  it('sends an empty file too', async () => {
    await using server = await serve((_request, response) => response.setHeader('etag', '"e-0"').end());
    await storeAt(server.url).putFile('empty', await fileOf(''), { signal });
    expect(server.received[0]?.headers['content-length']).toBe('0');
  });

  it('leaves an object alone that is there already', async () => {
    await using server = await serve((_request, response) => failXml(response, 409, 'FileAlreadyExists'));
    const action = storeAt(server.url).putFile('a', await fileOf('abc'), { signal, ifAbsent: true });
    await expect(action).rejects.toMatchObject({ code: 'ALREADY_EXISTS', details: { requestId: 'r-1' } });
    expect(server.received.map(({ headers }) => headers['x-cos-forbid-overwrite'])).toEqual(['true']);
  });

  it.each([
    [false, 2],
    [true, 1],
  ])('is repeated after a broken connection, unless it must not overwrite (%s)', async (ifAbsent, times) => {
    await using server = await serve((_request, response, count) =>
      count === 1 ? response.destroy() : response.setHeader('etag', '"e"').end(),
    );
    const action = storeAt(server.url).putFile('a', await fileOf('abc'), { signal, ifAbsent });
    if (ifAbsent) await expect(action).rejects.toMatchObject({ code: 'UNREACHABLE' });
    else await action;
    expect(server.received.map(({ body }) => body)).toEqual(Array.from({ length: times }, () => 'abc'));
  });

  it('sends a large file in parts', async () => {
    await using server = await serve(({ path }, response) => {
      if (path.endsWith('?uploads='))
        return sendXml(
          response,
          '<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>',
        );
      const part = new URL(path, 'http://x').searchParams.get('partNumber');
      if (part !== null) return response.setHeader('etag', `"p-${part}"`).end();
      return sendXml(response, '<CompleteMultipartUploadResult><ETag>"whole-3"</ETag></CompleteMultipartUploadResult>');
    });
    const put = { signal, ifAbsent: true, contentType: 'text/plain' };
    expect(await storeAt(server.url).putFile('big', await fileOf('0123456789abcdefghijXYZ'), put)).toEqual({
      etag: 'whole-3',
    });
    expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/cos/files-125/big?uploads=', ''],
      ['PUT', '/cos/files-125/big?partNumber=1&uploadId=u-1', '0123456789'],
      ['PUT', '/cos/files-125/big?partNumber=2&uploadId=u-1', 'abcdefghij'],
      ['PUT', '/cos/files-125/big?partNumber=3&uploadId=u-1', 'XYZ'],
      [
        'POST',
        '/cos/files-125/big?uploadId=u-1',
        `<CompleteMultipartUpload>${[1, 2, 3].map((n) => `<Part><PartNumber>${n}</PartNumber><ETag>&quot;p-${n}&quot;</ETag></Part>`).join('')}</CompleteMultipartUpload>`,
      ],
    ]);
    for (const request of server.received)
      expect(request.headers.authorization).toBe(signatureOf(request, server.url.host));
    expect(server.received.map(({ headers }) => headers['x-cos-forbid-overwrite'])).toEqual([
      'true',
      undefined,
      undefined,
      undefined,
      'true',
    ]);
  });

  it('throws the parts away when one fails', async () => {
    await using server = await serve(({ method, path }, response) => {
      if (path.endsWith('?uploads='))
        return sendXml(
          response,
          '<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>',
        );
      return method === 'DELETE' ? response.writeHead(204).end() : failXml(response, 403, 'AccessDenied');
    });
    const action = storeAt(server.url).putFile('big', await fileOf('x'.repeat(25)), { signal });
    await expect(action).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(server.received.at(-1)).toMatchObject({ method: 'DELETE', path: '/cos/files-125/big?uploadId=u-1' });
  });

  it('fails where a multipart upload fails after its status', async () => {
    await using server = await serve(({ method, path }, response) => {
      if (path.endsWith('?uploads='))
        return sendXml(
          response,
          '<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>',
        );
      return method === 'POST' ? failXml(response, 200, 'InternalError') : response.setHeader('etag', '"p"').end();
    });
    const action = storeAt(server.url).putFile('big', await fileOf('x'.repeat(25)), { signal });
    await expect(action).rejects.toMatchObject({ code: 'CLOUD_ERROR', cloudCode: 'InternalError' });
  });

  it.each(['../other/a', 'a/./b', 'a/..'])('refuses the key %s, which a URL would resolve', async (key) => {
    await using server = await serve((_request, response) => response.end());
    await expect(storeAt(server.url).putFile(key, await fileOf('abc'), { signal })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(server.received).toEqual([]);
  });

  it('names a file that cannot be read', async () => {
    const store = storeAt(new URL('http://127.0.0.1:1/'));
    await expect(store.putFile('a', join(folder, 'none'), { signal })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('ENOENT'),
    });
    await expect(store.putFile('a', folder, { signal })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('head', () => {
  it('gives the object, or nothing where there is none', async () => {
    await using server = await serve(({ path }, response) =>
      path.endsWith('/there')
        ? response.writeHead(200, { 'content-length': 3, etag: '"e"', 'last-modified': 'now' }).end()
        : response.writeHead(404).end(),
    );
    const store = storeAt(server.url);
    expect(await store.head('there', signal)).toEqual({ key: 'there', size: 3, etag: 'e', lastModified: 'now' });
    expect(await store.head('gone', signal)).toBeUndefined();
  });

  it('is no "nothing" where access is denied', async () => {
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

  it.each(['<html></html>', 'no XML', ''])('takes %j for no page', async (text) => {
    await using server = await serve((_request, response) => response.end(text));
    await expect(storeAt(server.url).list({ prefix: '', signal })).rejects.toMatchObject({
      code: 'UNEXPECTED_REPLY',
    });
  });
});

describe('remove', () => {
  it('deletes in batches, with the checksum of each, and reports what failed', async () => {
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

  it('has the same CORS rules when they are read as when they were written', async () => {
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

  it('is empty where there is none, but not where the bucket is missing', async () => {
    await using none = await serve((_request, response) => failXml(response, 404, 'NoSuchCORSConfiguration'));
    expect(await storeAt(none.url).cors(signal)).toEqual([]);
    await using noSite = await serve((_request, response) => failXml(response, 404, 'NoSuchWebsiteConfiguration'));
    expect(await storeAt(noSite.url).website(signal)).toBeUndefined();
    await using gone = await serve((_request, response) => failXml(response, 404, 'NoSuchBucket'));
    await expect(storeAt(gone.url).cors(signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names the documents of a site', async () => {
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
