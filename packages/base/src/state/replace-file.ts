import { randomUUID } from 'node:crypto';
import { open, rename, stat, unlink } from 'node:fs/promises';

/**
 * Writes a file atomically by renaming a draft, so that readers see the old or the new content, never a part. Returns
 * the version mark of the written file; `undefined` without a change if the final check refused it.
 */
export async function replaceFile(
  path: string,
  text: string,
  mode: number,
  mayReplace: () => Promise<boolean>,
): Promise<string | undefined> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Read the mark before the rename: afterwards, another process's change could be mistaken for ours.
    const mark = await versionMark(draft);
    if (!(await mayReplace())) return undefined;
    await rename(draft, path);
    return mark;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** A version mark that changes with the file's content, as far as metadata shows; `undefined` if there is no file. */
export async function versionMark(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
