import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import { late } from './within.ts';

export interface ListedFile {
  readonly file: string;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

/** What belongs to tools and not to whoever writes the sources. */
const SKIPPED = new Set(['node_modules', '__pycache__', 'site-packages', 'CMakeFiles']);

/** Every file below a folder that is wanted by its name, in order. Links to folders are not followed. */
export async function listFiles(
  root: string,
  isWanted: (name: string) => boolean,
  deadline: AbortSignal,
): Promise<Found<readonly ListedFile[]>> {
  const found: ListedFile[] = [];
  for (const todo = [root]; todo.length > 0; ) {
    const folder = todo.pop() ?? root;
    if (deadline.aborted) return err(late(`Listing ${root}`));
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    // Somebody else's sources, made by `python -m venv`.
    if (folder !== root && entries.some(({ name }) => name === 'pyvenv.cfg')) continue;
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) todo.push(file);
      else if (entry.isFile() && isWanted(entry.name)) {
        const facts = await stat(file).catch(() => undefined);
        if (facts !== undefined) found.push({ file, stamp: `${facts.mtimeMs}:${facts.size}` });
      }
    }
    if (found.length > LIMITS.files) {
      const message = `${root} has more than ${LIMITS.files} source files. Open a folder below it.`;
      return err({ code: 'LOAD_FAILED', message });
    }
  }
  return ok(found.toSorted((one, other) => (one.file < other.file ? -1 : 1)));
}
