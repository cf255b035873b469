import { randomUUID } from 'node:crypto';
import { decoded, type EmulatorReply, type EmulatorRequest, headerOf } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import { verifyLegacySign } from '../verify/legacy-sign.ts';
import { parseQSign, verifyQSign } from '../verify/q-sign.ts';
import { temporaryBuckets, type World } from '../world.ts';
import { getCors, getWebsite, putCors, putWebsite } from './bucket-settings.ts';
import type { BucketState } from './bucket-state.ts';
import { listObjects } from './list-objects.ts';
import { abortUpload, completeUpload, listParts, listUploads, putPart, startUpload } from './multipart.ts';
import { getObject, putObject, removeObjects } from './objects.ts';
import { xml } from './xml.ts';

export interface CosTarget {
  readonly bucket: string;
  /** Percent-decoded; empty for the bucket itself. */
  readonly key: string;
}

/** The name of an operation in the documentation of COS. */
export function cosOperationOf({ method, query }: EmulatorRequest, { key }: CosTarget): string {
  const setting = ['cors', 'website', 'acl', 'lifecycle', 'versioning', 'policy', 'tagging'].find((name) =>
    query.has(name),
  );
  if (key === '') {
    if (setting !== undefined) return `${VERBS[method] ?? method} Bucket ${setting}`;
    if (method === 'POST' && query.has('delete')) return 'DELETE Multiple Objects';
    if (method === 'GET' && query.has('uploads')) return 'List Multipart Uploads';
    return `${method} Bucket`;
  }
  if (setting !== undefined) return `${method} Object ${setting}`;
  if (query.has('uploadId'))
    return (
      { PUT: 'Upload Part', POST: 'Complete Multipart Upload', DELETE: 'Abort Multipart Upload', GET: 'List Parts' }[
        method
      ] ?? method
    );
  if (method === 'POST' && query.has('uploads')) return 'Initiate Multipart Upload';
  return `${method} Object`;
}

const VERBS: Readonly<Record<string, string>> = { GET: 'GET', PUT: 'PUT', DELETE: 'DELETE' };

/** Object storage. Every request is signed, in a header or in its address. */
export function handleCos(world: World, request: EmulatorRequest, target: CosTarget): EmulatorReply {
  verifyCos(world, request, target);
  const bucket = world.buckets.get(target.bucket);
  if (bucket === undefined) throw new Refusal('NoSuchBucket', 'The specified bucket does not exist.', 404);
  const operation = cosOperationOf(request, target);
  const reply = OPERATIONS[operation]?.(bucket, request, target.key, world.now());
  if (reply === undefined)
    throw new Refusal('NotImplemented', `The emulator does not support the operation ${operation} of COS.`, 501);
  return reply;
}

type Operation = (bucket: BucketState, request: EmulatorRequest, key: string, now: Date) => EmulatorReply;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET Bucket': listObjects,
  'HEAD Bucket': () => ({ status: 200 }),
  'GET Bucket cors': (bucket) => getCors(bucket),
  'PUT Bucket cors': (bucket, { body }) => putCors(bucket, body),
  'DELETE Bucket cors': (bucket) => {
    bucket.cors = [];
    return { status: 204 };
  },
  'GET Bucket website': (bucket) => getWebsite(bucket),
  'PUT Bucket website': (bucket, { body }) => putWebsite(bucket, body),
  'DELETE Bucket website': (bucket) => {
    bucket.website = undefined;
    return { status: 204 };
  },
  'DELETE Multiple Objects': (bucket, { body }) => removeObjects(bucket, body),
  'List Multipart Uploads': listUploads,
  'Initiate Multipart Upload': (bucket, request, key, now) => startUpload(bucket, key, request, now),
  'Upload Part': (bucket, request, _key, now) => putPart(bucket, request, now),
  'Complete Multipart Upload': (bucket, request, key, now) => completeUpload(bucket, key, request, now),
  'Abort Multipart Upload': abortUpload,
  'List Parts': (bucket, request, key) => listParts(bucket, key, request),
  'PUT Object': putObject,
  'GET Object': (bucket, request, key) => getObject(bucket, request, key),
  'HEAD Object': (bucket, request, key) => getObject(bucket, request, key),
  'DELETE Object': (bucket, _request, key) => {
    bucket.remove(key);
    return { status: 204 };
  },
};

function verifyCos(world: World, request: EmulatorRequest, { bucket }: CosTarget): void {
  const { query, queryText } = request;
  const given =
    headerOf(request, 'authorization') ?? (query.has('q-signature') ? decodedParts(queryText) : query.get('sign'));
  if (!given) throw new Refusal('AccessDenied', 'Access Denied.', 403);
  const isTemporary = temporaryBuckets(world).some(({ name }) => name === bucket);
  if (isTemporary && verifyLegacySign(given, decoded(request.path), world.accounts, world.now())) return;
  const sign = parseQSign(given);
  if (sign === undefined) throw new Refusal('InvalidArgument', 'The Authorization is not of the form of COS.', 400);
  const params = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  verifyQSign(
    sign,
    {
      method: request.method,
      path: decoded(request.path),
      header: (name) => (name === 'host' ? request.host : headerOf(request, name)),
      param: (name) => params.get(name),
      token: headerOf(request, 'x-cos-security-token') ?? params.get('x-cos-security-token'),
    },
    world.accounts,
    world.now(),
  );
}

/** The decoded parameters of a signature in the address. */
const decodedParts = (queryText: string): string =>
  queryText
    .split('&')
    .filter((part) => part.startsWith('q-'))
    .map(decoded)
    .join('&');

/** A refusal in the format of COS. */
export const cosError = ({ code, message, status }: Refusal, resource: string): EmulatorReply =>
  xml('Error', { Code: code, Message: message, Resource: resource, RequestId: randomUUID() }, status);
