import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import { late } from './within.ts';

export interface ListedFile {
  readonly file: string;
  /** Changes whenever the file changes. */
  readonly stamp: string;
}

/** Folders of tools, without sources of the project. */
const SKIPPED = new Set(['node_modules', '__pycache__', 'site-packages', 'CMakeFiles']);

/** All files below a folder with a matching name, in order. Does not follow links to folders. */
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
    // A virtual environment created by `python -m venv`, which contains third-party sources.
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
