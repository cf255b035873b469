import { basename } from 'node:path';
import type { ObjectStore, StoredObject } from '../../cloud/object-store.ts';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import { checkFileSize, findLocal, hasSameContent, toKey } from '../../files/local-file.ts';
import { walkFolder } from '../../files/walk-folder.ts';
import type { Work } from '../../tools/define-tool.ts';

/** The maximum number of files in one call. */
const MAX_FILES = 10_000;
/** Up to this number, keys are checked one by one; for more, their common folder is listed. */
const MAX_HEADS = 50;
const MAX_PAGES = 100;
const DEFAULT_IGNORE = ['.DS_Store'];

export interface Upload {
  readonly path: string;
  readonly key: string;
  readonly size: number;
}

export interface UploadArguments {
  readonly localPath?: string | undefined;
  readonly cloudPath?: string | undefined;
  readonly files?: readonly { readonly localPath: string; readonly cloudPath: string }[] | undefined;
  readonly ignore?: string | readonly string[] | undefined;
}

/** The files that a call uploads, each key once. Throws INVALID_ARGUMENT if there are none. */
export async function planUpload(args: UploadArguments, work: Work): Promise<readonly Upload[]> {
  const { localPath, cloudPath = '', files = [], ignore = DEFAULT_IGNORE } = args;
  const { t } = work;
  const sources = [...(localPath === undefined ? [] : [{ localPath, cloudPath }]), ...files];
  if (sources.length === 0) {
    throw invalidArgument(t("Give 'localPath' or 'files'.", '请提供“localPath”或“files”。'));
  }
  const globs = typeof ignore === 'string' ? [ignore] : ignore;
  const uploads = new Map<string, Upload>();
  for (const source of sources) {
    for (const upload of await expand(source.localPath, source.cloudPath, globs, work)) {
      checkFileSize(upload.path, upload.size, t);
      uploads.set(upload.key, upload);
      if (uploads.size > MAX_FILES) {
        throw new CloudBaseError(
          'TOO_LARGE',
          t(`These are more than ${MAX_FILES} files. Upload fewer at once.`, `文件超过 ${MAX_FILES} 个，请分批上传。`),
        );
      }
    }
  }
  if (uploads.size === 0) {
    throw invalidArgument(t('There is no file to upload.', '没有可上传的文件。'));
  }
  return [...uploads.values()];
}

async function expand(
  localPath: string,
  cloudPath: string,
  ignore: readonly string[],
  work: Work,
): Promise<readonly Upload[]> {
  const { t, signal } = work;
  const { path, stats } = await findLocal(localPath, work);
  const key = toKey('cloudPath', cloudPath, t);
  if (stats.isDirectory()) {
    const found = await walkFolder(path, { ignore, maxFiles: MAX_FILES, signal, t });
    return found.map((file) => ({
      path: file.path,
      key: toKey('cloudPath', `${key}/${file.relativePath}`, t),
      size: file.size,
    }));
  }
  const isFolder = key === '' || cloudPath.endsWith('/');
  return [{ path, key: isFolder ? toKey('cloudPath', `${key}/${basename(path)}`, t) : key, size: stats.size }];
}

/** The keys whose objects would be overwritten with other content. */
export async function findOverwritten(
  uploads: readonly Upload[],
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const existing =
    (uploads.length > MAX_HEADS ? await listExisting(uploads, objects, signal) : undefined) ??
    (await headExisting(uploads, objects, signal));
  const lost: string[] = [];
  for (const { key, path, size } of uploads) {
    const object = existing.get(key);
    if (object !== undefined && !(await hasSameContent(path, size, object, signal))) lost.push(key);
  }
  return lost;
}

async function headExisting(uploads: readonly Upload[], objects: ObjectStore, signal: AbortSignal) {
  const existing = new Map<string, StoredObject>();
  for (const { key } of uploads) {
    const object = await objects.head(key, signal);
    if (object !== undefined) existing.set(key, object);
  }
  return existing;
}

/** `undefined` if the folder has too many objects to list. */
async function listExisting(uploads: readonly Upload[], objects: ObjectStore, signal: AbortSignal) {
  const prefix = commonFolder(uploads.map(({ key }) => key));
  const existing = new Map<string, StoredObject>();
  let marker: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await objects.list({ prefix, maxKeys: 1000, signal, ...(marker !== undefined && { marker }) });
    for (const object of found.objects) existing.set(object.key, object);
    marker = found.nextMarker;
    if (marker === undefined) return existing;
  }
  return undefined;
}

/** @example commonFolder(['a/b/c', 'a/b/d']) // 'a/b/' */
export function commonFolder(keys: readonly string[]): string {
  const [first = '', ...rest] = keys;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  for (const key of rest) {
    while (!key.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}
