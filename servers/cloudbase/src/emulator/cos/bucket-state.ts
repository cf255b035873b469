import { createHash, randomBytes } from 'node:crypto';
import type { CorsRule, WebsiteConfig } from '../../cloud/object-store.ts';
import { LIMITS } from '../limits.ts';
import { Refusal } from '../refusal.ts';

interface KeptObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly contentType: string;
  /** The headers `x-cos-meta-*` and `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly modified: Date;
}

interface MultipartUpload {
  readonly key: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly started: Date;
  readonly parts: Map<number, KeptObject>;
}

export interface BucketState {
  readonly name: string;
  readonly region: string;
  readonly objects: Map<string, KeptObject>;
  readonly uploads: Map<string, MultipartUpload>;
  /** The total size of all objects and parts. */
  readonly bytes: number;
  website: WebsiteConfig | undefined;
  cors: readonly CorsRule[];
  readonly put: (key: string, object: Omit<KeptObject, 'etag'> & { readonly etag?: string }) => KeptObject;
  readonly remove: (key: string) => boolean;
  readonly startUpload: (upload: Omit<MultipartUpload, 'parts'>) => string;
  readonly putPart: (uploadId: string, number: number, body: Buffer, modified: Date) => string;
  readonly endUpload: (uploadId: string) => void;
}

const MAX_UPLOADS = 100;
const MAX_PARTS = 10_000;

export function createBucket(
  name: string,
  region: string,
  stored: () => { readonly total: number; readonly max: number },
): BucketState {
  const objects = new Map<string, KeptObject>();
  const uploads = new Map<string, MultipartUpload>();
  let bytes = 0;
  const takeRoom = (more: number): void => {
    const { total, max } = stored();
    if (total + more > max) throw new Refusal('QuotaExceeded', `The emulator stores at most ${max} bytes.`, 403);
    bytes += more;
  };
  const uploadOf = (uploadId: string): MultipartUpload => {
    const upload = uploads.get(uploadId);
    if (upload === undefined) throw new Refusal('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
    return upload;
  };
  return {
    name,
    region,
    objects,
    uploads,
    get bytes() {
      return bytes;
    },
    website: undefined,
    cors: [],
    put: (key, object) => {
      const old = objects.get(key);
      if (old === undefined && objects.size >= LIMITS.objectsPerBucket)
        throw new Refusal('QuotaExceeded', `The emulator keeps at most ${LIMITS.objectsPerBucket} objects.`, 403);
      takeRoom(object.body.length - (old?.body.length ?? 0));
      const kept: KeptObject = { ...object, etag: object.etag ?? etagOf(object.body) };
      objects.set(key, kept);
      return kept;
    },
    remove: (key) => {
      bytes -= objects.get(key)?.body.length ?? 0;
      return objects.delete(key);
    },
    startUpload: (upload) => {
      if (uploads.size >= MAX_UPLOADS)
        throw new Refusal('QuotaExceeded', `The emulator keeps at most ${MAX_UPLOADS} unfinished uploads.`, 403);
      const id = randomBytes(20).toString('hex');
      uploads.set(id, { ...upload, parts: new Map() });
      return id;
    },
    putPart: (uploadId, number, body, modified) => {
      const { parts } = uploadOf(uploadId);
      if (!(number >= 1 && number <= MAX_PARTS))
        throw new Refusal('InvalidArgument', `Part numbers go from 1 to ${MAX_PARTS}.`, 400);
      takeRoom(body.length - (parts.get(number)?.body.length ?? 0));
      const etag = etagOf(body);
      parts.set(number, { body, etag, contentType: '', headers: {}, modified });
      return etag;
    },
    endUpload: (uploadId) => {
      for (const { body } of uploadOf(uploadId).parts.values()) bytes -= body.length;
      uploads.delete(uploadId);
    },
  };
}

const etagOf = (body: Uint8Array): string => `"${createHash('md5').update(body).digest('hex')}"`;
