import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Received, serve } from '../fixtures/serve.ts';
import { signCos } from './cos-signature.ts';
import { failXml, KEYS, sendXml, storeAt } from './fixtures/store-at.ts';

const signal = AbortSignal.timeout(60_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-cos-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function fileOf(content: string): Promise<string> {
  const file = join(folder, 'file.txt');
  await writeFile(file, content);
  return file;
}

/** Computes the expected signature of a received request. */
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

  it('does not overwrite an existing object', async () => {
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

  it('aborts the multipart upload when a part fails', async () => {
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

  it('fails if a multipart upload fails after its status 200', async () => {
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
