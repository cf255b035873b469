import { createHash } from 'node:crypto';
import { type EmulatorReply, type EmulatorRequest, headerOf } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import type { BucketState } from './bucket-state.ts';
import { childText, elementsOf, parseXml, xml } from './xml.ts';

const MAX_KEY_BYTES = 850;
const MAX_DELETED_AT_ONCE = 1_000;

export function putObject(bucket: BucketState, request: EmulatorRequest, key: string, now: Date): EmulatorReply {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new Refusal('KeyTooLong', 'The specified key is too long.', 400);
  if (headerOf(request, 'x-cos-copy-source') !== undefined)
    throw new Refusal('NotImplemented', 'The emulator does not support the operation PUT Object - Copy of COS.', 501);
  const md5 = headerOf(request, 'content-md5');
  if (md5 !== undefined && md5 !== createHash('md5').update(request.body).digest('base64'))
    throw new Refusal('BadDigest', 'The Content-MD5 you specified did not match what we received.', 400);
  checkOverwrite(bucket, request, key);
  const { etag } = bucket.put(key, { body: request.body, ...keptHeaders(request), modified: now });
  return { status: 200, headers: { etag } };
}

export function getObject(bucket: BucketState, request: EmulatorRequest, key: string): EmulatorReply {
  const object = bucket.objects.get(key);
  if (object === undefined) throw new Refusal('NoSuchKey', 'The specified key does not exist.', 404);
  const headers = {
    ...object.headers,
    etag: object.etag,
    'content-type': object.contentType,
    'content-length': String(object.body.length),
    'last-modified': object.modified.toUTCString(),
  };
  return request.method === 'HEAD' ? { status: 200, headers } : { status: 200, headers, body: object.body };
}

export function removeObjects(bucket: BucketState, body: Buffer): EmulatorReply {
  const root = parseXml(body, 'Delete');
  const keys = elementsOf(root, 'Object').map((each) => childText(each, 'Key') ?? '');
  if (keys.length > MAX_DELETED_AT_ONCE) throw new Refusal('MalformedXML', 'At most 1000 keys at once.', 400);
  for (const key of keys) bucket.remove(key);
  return xml('DeleteResult', childText(root, 'Quiet') === 'true' ? {} : { Deleted: keys.map((Key) => ({ Key })) });
}

/** Throws if the object exists and the client asked not to overwrite. */
export function checkOverwrite({ objects }: BucketState, request: EmulatorRequest, key: string): void {
  if (headerOf(request, 'x-cos-forbid-overwrite') === 'true' && objects.has(key))
    throw new Refusal('FileAlreadyExists', 'The object you specified already exists.', 409);
}

/** The stored headers of an upload. */
export function keptHeaders(request: EmulatorRequest): {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && (entry[0].startsWith('x-cos-meta-') || entry[0] === 'cache-control'),
  );
  return {
    contentType: headerOf(request, 'content-type') ?? 'application/octet-stream',
    headers: Object.fromEntries(headers),
  };
}
