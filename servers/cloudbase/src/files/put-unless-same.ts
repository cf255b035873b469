import type { ObjectStore, PutOptions } from '../cloud/object-store.ts';
import { CloudBaseError } from '../errors.ts';
import { hasSameContent } from './local-file.ts';

export interface FileToPut {
  readonly key: string;
  readonly path: string;
  readonly size: number;
}

/**
 * Uploads a file; `false` if the object exists with the same content. With `ifAbsent`, it throws ALREADY_EXISTS instead of
 * overwriting an object with other content.
 */
export async function putUnlessSame(
  { key, path, size }: FileToPut,
  objects: ObjectStore,
  options: PutOptions,
): Promise<boolean> {
  const { signal } = options;
  try {
    await objects.putFile(key, path, options);
    return true;
  } catch (error) {
    if (!(error instanceof CloudBaseError && error.code === 'ALREADY_EXISTS')) throw error;
    const object = await objects.head(key, signal);
    if (object !== undefined && (await hasSameContent(path, size, object, signal))) return false;
    throw error;
  }
}
