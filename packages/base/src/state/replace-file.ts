import { randomUUID } from 'node:crypto';
import { open, rename, stat, unlink } from 'node:fs/promises';

/**
 * Renamed into place: a reader sees the old one or the new one, never half of one. Gives back the mark of what was written;
 * `undefined`, and nothing done, where the last look said that it may not be.
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
    // Looked at here already: once it is in place, somebody else's change could be taken for ours.
    const mark = await markOf(draft);
    if (!(await mayReplace())) return undefined;
    await rename(draft, path);
    return mark;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Another one for another content, as far as that can be told without reading it; `undefined` where there is no file. */
export async function markOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}
