import type { EmulatorReply, EmulatorRequest } from '../exchange.ts';
import type { BucketState } from './bucket-state.ts';
import { xml } from './xml.ts';

const MAX_KEYS = 1_000;

/** Lists the keys of a bucket in byte order, in pages, grouped by folders if there is a delimiter. */
export function listObjects(bucket: BucketState, { query }: EmulatorRequest): EmulatorReply {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const marker = query.get('marker') ?? '';
  const maxKeys = Math.min(MAX_KEYS, Math.max(0, Number(query.get('max-keys') ?? MAX_KEYS) || MAX_KEYS));
  const isEncoded = query.get('encoding-type') === 'url';
  const encodeKey = (key: string): string => (isEncoded ? encodeURIComponent(key) : key);
  const keys: string[] = [];
  const folders: string[] = [];
  let next: string | undefined;
  let last = '';
  for (const key of [...bucket.objects.keys()].filter((each) => each.startsWith(prefix)).sort(byBytes)) {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const entry = end < 0 ? key : key.slice(0, end + delimiter.length);
    if (byBytes(entry, marker) <= 0 && marker !== '') continue;
    if (entry === last && end >= 0) continue;
    if (keys.length + folders.length >= maxKeys) {
      next = last;
      break;
    }
    (end < 0 ? keys : folders).push(entry);
    last = entry;
  }
  return xml('ListBucketResult', {
    Name: bucket.name,
    ...(isEncoded && { EncodingType: 'url' }),
    Prefix: encodeKey(prefix),
    Marker: encodeKey(marker),
    MaxKeys: maxKeys,
    ...(delimiter !== '' && { Delimiter: encodeKey(delimiter) }),
    IsTruncated: next !== undefined,
    ...(next !== undefined && { NextMarker: encodeKey(next) }),
    Contents: keys.map((key) => {
      const object = bucket.objects.get(key);
      return {
        Key: encodeKey(key),
        LastModified: object?.modified.toISOString() ?? '',
        ETag: object?.etag ?? '',
        Size: object?.body.length ?? 0,
        StorageClass: 'STANDARD',
      };
    }),
    CommonPrefixes: folders.map((folder) => ({ Prefix: encodeKey(folder) })),
  });
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
