import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StoredObject } from '../cloud/object-store.ts';
import { CloudBaseError, invalidArgument } from '../errors.ts';
import type { Work } from '../tools/define-tool.ts';

/** The maximum size of an object in one request. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

export interface LocalPath {
  readonly path: string;
  readonly stats: Stats;
}

/** A local file or folder; relative paths start from the workspace. Throws INVALID_ARGUMENT. */
export async function findLocal(
  localPath: string,
  { workspace, t }: Pick<Work, 'workspace' | 't'>,
): Promise<LocalPath> {
  const path = resolve(workspace, localPath);
  try {
    return { path, stats: await stat(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalidArgument(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? t(`There is no file or folder ${path}.`, `文件或文件夹 ${path} 不存在。`)
        : t(`${path} cannot be read (${code}).`, `无法读取 ${path}（${code}）。`),
    );
  }
}

/**
 * Converts a path of the caller to an object key without a leading slash. Throws INVALID_ARGUMENT.
 *
 * @example
 * toKey('cloudPath', '/images//a.png', t) // 'images/a.png'
 */
export function toKey(argument: string, cloudPath: string, t: Work['t']): string {
  const parts = cloudPath.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) {
    throw invalidArgument(
      t(`'${argument}' must not contain '.' or '..' as a folder.`, `“${argument}”不能包含“.”或“..”目录。`),
    );
  }
  const key = parts.join('/');
  if (Buffer.byteLength(key) > 850) {
    throw new CloudBaseError('TOO_LARGE', t(`'${argument}' is longer than 850 bytes.`, `“${argument}”超过 850 字节。`));
  }
  return key;
}

export function checkFileSize(path: string, size: number, t: Work['t']): void {
  if (size <= MAX_FILE_BYTES) return;
  throw new CloudBaseError(
    'TOO_LARGE',
    t(`${path} is larger than ${MAX_FILE_BYTES} bytes (5 GB).`, `${path} 超过 ${MAX_FILE_BYTES} 字节（5 GB）。`),
  );
}

/** Whether the object has the same content, so that overwriting loses nothing. `false` if the etag is not an MD5. */
export async function hasSameContent(
  path: string,
  size: number,
  object: StoredObject,
  signal: AbortSignal,
): Promise<boolean> {
  const etag = object.etag.replaceAll('"', '').toLowerCase();
  if (object.size !== size || !/^[0-9a-f]{32}$/.test(etag)) return false;
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex') === etag;
}
