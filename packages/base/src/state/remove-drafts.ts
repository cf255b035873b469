import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Nobody takes so long to write a file: whoever began it was killed. */
const OLD_MS = 60 * 60_000;

/** What comes behind the name of the file, or of its lock, while one is being written. */
const DRAFT = /^(?:\.lock)?\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Removes what killed processes have left beside a file. What cannot be removed stays, and does no harm. */
export async function removeDrafts(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const drafts = names.filter((each) => each.startsWith(name) && DRAFT.test(each.slice(name.length)));
  await Promise.all(drafts.map((each) => removeOld(join(folder, each)).catch(() => {})));
}

async function removeOld(file: string): Promise<void> {
  // By the time of the machine, as files are.
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs >= OLD_MS) await unlink(file);
}
