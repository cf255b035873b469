import { createHash } from 'node:crypto';
import type { EmulatorReply, EmulatorRequest } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import type { BucketState } from './bucket-state.ts';
import { checkOverwrite, keptHeaders } from './objects.ts';
import { childText, elementsOf, parseXml, xml } from './xml.ts';

export function startUpload(bucket: BucketState, key: string, request: EmulatorRequest, started: Date): EmulatorReply {
  checkOverwrite(bucket, request, key);
  const UploadId = bucket.startUpload({ key, started, ...keptHeaders(request) });
  return xml('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId });
}

export function putPart(bucket: BucketState, { query, body }: EmulatorRequest, modified: Date): EmulatorReply {
  const etag = bucket.putPart(query.get('uploadId') ?? '', Number(query.get('partNumber')), body, modified);
  return { status: 200, headers: { etag } };
}

export function completeUpload(bucket: BucketState, key: string, request: EmulatorRequest, now: Date): EmulatorReply {
  const uploadId = request.query.get('uploadId') ?? '';
  const upload = uploadOf(bucket, uploadId, key);
  checkOverwrite(bucket, request, key);
  const listed = elementsOf(parseXml(request.body, 'CompleteMultipartUpload'), 'Part');
  const parts = listed.map((each) => {
    const part = upload.parts.get(Number(childText(each, 'PartNumber')));
    const etag = childText(each, 'ETag');
    if (part === undefined || (etag !== undefined && bare(etag) !== bare(part.etag)))
      throw new Refusal('InvalidPart', 'One or more of the specified parts could not be found.', 400);
    return part;
  });
  if (parts.length === 0) throw new Refusal('MalformedXML', 'No parts are listed.', 400);
  const digest = createHash('md5');
  for (const { etag } of parts) digest.update(Buffer.from(bare(etag), 'hex'));
  const etag = `"${digest.digest('hex')}-${parts.length}"`;
  const { contentType, headers } = upload;
  bucket.endUpload(uploadId);
  bucket.put(key, { body: Buffer.concat(parts.map(({ body }) => body)), etag, contentType, headers, modified: now });
  return xml('CompleteMultipartUploadResult', {
    Location: `${bucket.name}/${key}`,
    Bucket: bucket.name,
    Key: key,
    ETag: etag,
  });
}

export function abortUpload(bucket: BucketState, { query }: EmulatorRequest): EmulatorReply {
  bucket.endUpload(query.get('uploadId') ?? '');
  return { status: 204 };
}

export function listParts(bucket: BucketState, key: string, { query }: EmulatorRequest): EmulatorReply {
  const UploadId = query.get('uploadId') ?? '';
  const { parts } = uploadOf(bucket, UploadId, key);
  return xml('ListPartsResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId,
    IsTruncated: false,
    Part: [...parts].map(([PartNumber, { etag, body, modified }]) => ({
      PartNumber,
      LastModified: modified.toISOString(),
      ETag: etag,
      Size: body.length,
    })),
  });
}

export function listUploads(bucket: BucketState, { query }: EmulatorRequest): EmulatorReply {
  const prefix = query.get('prefix') ?? '';
  return xml('ListMultipartUploadsResult', {
    Bucket: bucket.name,
    Prefix: prefix,
    IsTruncated: false,
    Upload: [...bucket.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([UploadId, { key, started }]) => ({ Key: key, UploadId, Initiated: started.toISOString() })),
  });
}

function uploadOf(bucket: BucketState, uploadId: string, key: string) {
  const upload = bucket.uploads.get(uploadId);
  if (upload === undefined || upload.key !== key)
    throw new Refusal('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
  return upload;
}

const bare = (etag: string): string => etag.replaceAll('"', '');
