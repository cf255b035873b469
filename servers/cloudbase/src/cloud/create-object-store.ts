import { createHash } from 'node:crypto';
import { CloudBaseError } from '../errors.ts';
import type { Language } from '../lang/lang.ts';
import { translateTo } from '../lang/lang.ts';
import type { Credentials } from '../session/session.ts';
import { askCos, type CosAsk } from './cos-request.ts';
import {
  buildXml,
  elementsIn,
  fromCorsRules,
  parseFailure,
  parseXml,
  stringIn,
  toCorsRules,
  toEtag,
  toObjectPage,
  toWebsiteConfig,
} from './cos-xml.ts';
import type { Endpoints } from './endpoints.ts';
import { type HttpReply, unexpectedReply } from './http.ts';
import { LIMITS } from './limits.ts';
import type { Bucket, ObjectStore, RemoveResult } from './object-store.ts';
import { putFile } from './put-file.ts';

export interface ObjectStoreOptions {
  readonly endpoints: Pick<Endpoints, 'objects'>;
  readonly bucket: Bucket;
  readonly credentials: (signal: AbortSignal) => Promise<Credentials>;
  /** The language of errors. */
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly backoffMs?: number;
  /** Larger files are uploaded in parts of this size. */
  readonly partBytes?: number;
}

/**
 * A bucket of COS.
 *
 * @example
 * const store = createObjectStore({ endpoints: TENCENT, bucket, credentials: session.credentials });
 * await store.putFile('site/index.html', '/home/ada/site/index.html', { signal, contentType: 'text/html' });
 */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const t = translateTo(options.language ?? 'en');
  const ask = (asked: CosAsk): Promise<HttpReply> => askCos(asked, options);
  const read = async (name: string, asked: CosAsk): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await ask(asked);
    const root = parseXml(reply.text, name);
    if (root === undefined) throw unexpectedReply(asked.what, reply, `no <${name}>`, t);
    return root;
  };
  /** `undefined` if the bucket has no such configuration. */
  const readConfig = async (
    name: string,
    asked: Pick<CosAsk, 'what' | 'params' | 'signal'>,
  ): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const reply = await ask({ ...asked, method: 'GET', isRepeatable: true, accept: [404] });
    if (reply.status === 404) {
      const code = parseFailure(reply.text)?.code ?? '';
      if (/^NoSuch.*Configuration$/.test(code)) return undefined;
      throw new CloudBaseError(
        'NOT_FOUND',
        t(`The bucket ${options.bucket.name} does not exist.`, `存储桶 ${options.bucket.name} 不存在。`),
        { cloudCode: code },
      );
    }
    const root = parseXml(reply.text, name);
    if (root === undefined) throw unexpectedReply(asked.what, reply, `no <${name}>`, t);
    return root;
  };

  return {
    putFile: (key, file, put) => putFile(key, file, put, { ...options, t }),
    head: async (key, signal) => {
      const { status, headers } = await ask({
        what: 'HeadObject',
        method: 'HEAD',
        key,
        signal,
        isRepeatable: true,
        accept: [404],
      });
      if (status === 404) return undefined;
      return {
        key,
        size: Number(headers.get('content-length') ?? 0),
        etag: toEtag(headers.get('etag') ?? ''),
        lastModified: headers.get('last-modified') ?? '',
      };
    },
    list: async ({ prefix, delimiter, marker, maxKeys, signal }) => {
      const params = {
        prefix,
        ...(delimiter !== undefined && { delimiter }),
        ...(marker !== undefined && { marker }),
        ...(maxKeys !== undefined && { 'max-keys': String(maxKeys) }),
      };
      const asked: CosAsk = { what: 'GetBucket', method: 'GET', params, signal, isRepeatable: true };
      return toObjectPage(await read('ListBucketResult', asked));
    },
    remove: async (keys, signal) => {
      const result = { deleted: [] as string[], failed: [] as RemoveResult['failed'][number][] };
      for (let at = 0; at < keys.length; at += LIMITS.deletedKeys) {
        const batch = keys.slice(at, at + LIMITS.deletedKeys);
        const body = buildXml({ Delete: { Quiet: 'false', Object: batch.map((Key) => ({ Key })) } });
        const root = await read('DeleteResult', {
          what: 'DeleteMultipleObjects',
          method: 'POST',
          params: { delete: '' },
          headers: { 'content-type': 'application/xml', 'content-md5': md5(body) },
          body,
          signal,
          // A missing key counts as deleted.
          isRepeatable: true,
        });
        result.deleted.push(...elementsIn(root, 'Deleted').map((each) => stringIn(each, 'Key')));
        result.failed.push(
          ...elementsIn(root, 'Error').map((each) => ({
            key: stringIn(each, 'Key'),
            code: stringIn(each, 'Code'),
            message: stringIn(each, 'Message'),
          })),
        );
      }
      return result;
    },
    website: async (signal) => {
      const root = await readConfig('WebsiteConfiguration', {
        what: 'GetBucketWebsite',
        params: { website: '' },
        signal,
      });
      return root && toWebsiteConfig(root);
    },
    cors: async (signal) => {
      const root = await readConfig('CORSConfiguration', { what: 'GetBucketCORS', params: { cors: '' }, signal });
      return root === undefined ? [] : toCorsRules(root);
    },
    setCors: async (rules, signal) => {
      const body = buildXml(fromCorsRules(rules));
      // COS requires at least one rule in a configuration, so an empty one is deleted instead.
      const change =
        rules.length === 0
          ? { what: 'DeleteBucketCORS', method: 'DELETE' }
          : {
              what: 'PutBucketCORS',
              method: 'PUT',
              headers: { 'content-type': 'application/xml', 'content-md5': md5(body) },
              body,
            };
      await ask({ ...change, params: { cors: '' }, signal, isRepeatable: true });
    },
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('base64');
