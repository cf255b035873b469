import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { CloudBaseError } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';

export interface FoundFile {
  /** The real path, with symbolic links resolved. */
  readonly path: string;
  /** The path relative to the folder, with slashes. */
  readonly relativePath: string;
  readonly size: number;
  readonly mode: number;
}

export interface WalkOptions {
  /** Globs; one without a slash matches names at any depth. */
  readonly ignore: readonly string[];
  readonly maxFiles: number;
  readonly signal: AbortSignal;
  readonly t: Translate;
}

/** Lists every file of a folder, sorted by path. Symbolic links out of the folder are skipped. Throws TOO_LARGE. */
export async function walkFolder(folder: string, options: WalkOptions): Promise<readonly FoundFile[]> {
  const { ignore, maxFiles, signal, t } = options;
  const root = await realpath(folder);
  const isIgnored = createIgnore(ignore);
  const files: FoundFile[] = [];

  const visit = async (directory: string, prefix: string, ancestors: readonly string[]): Promise<void> => {
    signal.throwIfAborted();
    for (const name of (await readdir(directory)).sort()) {
      const relativePath = prefix + name;
      if (isIgnored(relativePath)) continue;
      const path = await realpath(join(directory, name)).catch(() => undefined);
      if (path === undefined || !isInside(root, path)) continue;
      const stats = await stat(path);
      if (stats.isDirectory()) {
        // A link to a parent folder would cause endless recursion.
        if (!ancestors.includes(path)) await visit(path, `${relativePath}/`, [...ancestors, path]);
      } else if (stats.isFile()) {
        files.push({ path, relativePath, size: stats.size, mode: stats.mode });
        if (files.length > maxFiles) {
          throw new CloudBaseError(
            'TOO_LARGE',
            t(`${folder} has more than ${maxFiles} files.`, `${folder} 中的文件超过 ${maxFiles} 个。`),
          );
        }
      }
    }
  };
  await visit(root, '', [root]);
  return files;
}

/** Returns a predicate for relative paths (with slashes) that match one of the globs. */
function createIgnore(globs: readonly string[]): (relativePath: string) => boolean {
  const matchers = globs
    .filter((glob) => glob !== '')
    .map((glob) => glob.replace(/^\.?\//, '').replace(/\/$/, ''))
    .map((glob) => picomatch(glob, { dot: true, basename: !glob.includes('/') }));
  return (relativePath) => matchers.some((matches) => matches(relativePath));
}

/** Whether a path is the folder or inside it. Both must be real paths. */
function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}
