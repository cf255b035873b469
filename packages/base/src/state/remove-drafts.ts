import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDraft } from './replace-file.ts';

/** Writing a file never takes an hour, so the process that wrote an older draft is dead. */
const ABANDONED_MS = 60 * 60_000;

/**
 * Removes temporary files that killed processes left beside a state file. A file that cannot be removed is harmless.
 */
export async function removeDrafts(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const isOwn = (each: string): boolean => [name, `${name}.lock`].includes(each.replace(/\.[^.]*$/, ''));
  const drafts = names.filter((each) => isDraft(each) && isOwn(each));
  await Promise.all(drafts.map((each) => removeOld(join(folder, each)).catch(() => {})));
}

async function removeOld(file: string): Promise<void> {
  // Compare with the system time, which file timestamps use.
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs >= ABANDONED_MS) await unlink(file);
}
