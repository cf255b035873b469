import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CloudBaseError, invalidArgument } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';
import { askCos, type CosAsk } from './cos-request.ts';
import { buildXml, parseXml, stringIn, toEtag } from './cos-xml.ts';
import type { ObjectStoreOptions } from './create-object-store.ts';
import { unexpectedReply } from './http.ts';
import { LIMITS } from './limits.ts';
import type { PutOptions } from './object-store.ts';

interface Upload {
  readonly key: string;
  readonly handle: FileHandle;
  readonly size: number;
  readonly put: PutOptions;
  readonly options: ObjectStoreOptions & { readonly t: Translate };
}

/** Streams a file to COS, in parts if it is large. */
export async function putFile(
  key: string,
  file: string,
  put: PutOptions,
  options: ObjectStoreOptions & { readonly t: Translate },
): Promise<{ readonly etag: string }> {
  const { t, partBytes = LIMITS.partBytes } = options;
  const handle = await openFile(file, t);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw invalidArgument(t(`${file} is not a file.`, `${file} 不是文件。`));
    const { size } = stats;
    const most = partBytes * LIMITS.maxParts;
    if (size > most)
      throw new CloudBaseError(
        'TOO_LARGE',
        t(`${file} has ${size} bytes; the limit is ${most}.`, `${file} 有 ${size} 字节，上限为 ${most}。`),
        { limitBytes: most },
      );
    const upload = { key, handle, size, put, options };
    return await (size > partBytes ? putParts(upload, partBytes) : putWhole(upload));
  } finally {
    await handle.close();
  }
}

async function openFile(file: string, t: Translate): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw invalidArgument(t(`${file} cannot be read: ${reason}.`, `无法读取 ${file}：${reason}。`));
  }
}

async function putWhole(upload: Upload): Promise<{ readonly etag: string }> {
  const { key, put, options } = upload;
  const { headers } = await askCos(
    {
      ...putOf(upload, 0, upload.size),
      what: 'PutObject',
      key,
      headers: { ...objectHeaders(put), 'content-length': String(upload.size) },
      // A retry would find the object that the first attempt created.
      isRepeatable: put.ifAbsent !== true,
    },
    options,
  );
  return { etag: toEtag(headers.get('etag') ?? '') };
}

async function putParts(upload: Upload, partBytes: number): Promise<{ readonly etag: string }> {
  const { key, size, put, options } = upload;
  const { signal } = put;
  const initiated = await askCos(
    {
      what: 'InitiateMultipartUpload',
      method: 'POST',
      key,
      params: { uploads: '' },
      headers: objectHeaders(put),
      signal,
      isRepeatable: false,
    },
    options,
  );
  const uploadId = stringIn(parseXml(initiated.text, 'InitiateMultipartUploadResult') ?? {}, 'UploadId');
  if (uploadId === '') throw unexpectedReply('InitiateMultipartUpload', initiated, 'no <UploadId>', options.t);
  try {
    const parts: { readonly PartNumber: number; readonly ETag: string }[] = [];
    for (let from = 0; from < size; from += partBytes) {
      const length = Math.min(partBytes, size - from);
      const PartNumber = parts.length + 1;
      const { headers } = await askCos(
        {
          ...putOf(upload, from, length),
          what: 'UploadPart',
          key,
          params: { partNumber: String(PartNumber), uploadId },
          headers: { 'content-length': String(length) },
          isRepeatable: true,
        },
        options,
      );
      parts.push({ PartNumber, ETag: headers.get('etag') ?? '' });
    }
    return await complete(upload, uploadId, parts);
  } catch (error) {
    await abandon(upload, uploadId);
    throw error;
  }
}

async function complete(
  { key, put, options }: Upload,
  uploadId: string,
  parts: readonly { readonly PartNumber: number; readonly ETag: string }[],
): Promise<{ readonly etag: string }> {
  const reply = await askCos(
    {
      what: 'CompleteMultipartUpload',
      method: 'POST',
      key,
      params: { uploadId },
      headers: { 'content-type': 'application/xml', ...forbidOverwrite(put) },
      body: buildXml({ CompleteMultipartUpload: { Part: parts } }),
      signal: put.signal,
      deadlineMs: LIMITS.uploadMs,
      isRepeatable: false,
    },
    options,
  );
  const root = parseXml(reply.text, 'CompleteMultipartUploadResult');
  if (root === undefined)
    throw unexpectedReply('CompleteMultipartUpload', reply, 'no <CompleteMultipartUploadResult>', options.t);
  return { etag: toEtag(stringIn(root, 'ETag')) };
}

/** Parts of an unfinished upload are kept and billed. Errors are ignored, because the upload's own error matters more. */
async function abandon({ key, options }: Upload, uploadId: string): Promise<void> {
  const signal = AbortSignal.timeout(ABANDON_MS);
  const asked: CosAsk = {
    what: 'AbortMultipartUpload',
    method: 'DELETE',
    key,
    params: { uploadId },
    signal,
    isRepeatable: true,
  };
  await askCos(asked, options).catch(() => undefined);
}

const ABANDON_MS = 10_000;

function putOf(
  { handle, put }: Upload,
  from: number,
  length: number,
): Pick<CosAsk, 'method' | 'body' | 'signal' | 'deadlineMs'> {
  const shared = { method: 'PUT', signal: put.signal, deadlineMs: LIMITS.uploadMs };
  if (length === 0) return { ...shared, body: '' };
  const body = (): ReadableStream<Uint8Array> =>
    Readable.toWeb(
      handle.createReadStream({ start: from, end: from + length - 1, autoClose: false }),
    ) as ReadableStream<Uint8Array>;
  return { ...shared, body };
}

const objectHeaders = (put: PutOptions): Readonly<Record<string, string>> => ({
  ...put.headers,
  'content-type': put.contentType ?? 'application/octet-stream',
  ...forbidOverwrite(put),
});

const forbidOverwrite = ({ ifAbsent }: PutOptions): Readonly<Record<string, string>> =>
  ifAbsent === true ? { 'x-cos-forbid-overwrite': 'true' } : {};
