import { relative } from 'node:path';
import type { Debuggee } from '../debuggee.ts';
import type { Script } from '../source/script-table.ts';

/**
 * The display name of a script: a built-in's own name, a library file's path from its package, the program's own file
 * relative to the program's folder.
 */
export function moduleNameOf({ root }: Pick<Debuggee, 'root'>, { file, url }: Script): string {
  if (file === undefined) return url;
  if (!file.startsWith('/')) return file;
  const library = file.lastIndexOf('/node_modules/');
  if (library >= 0) return file.slice(library + '/node_modules/'.length);
  const near = relative(root, file);
  return near.startsWith('..') ? file : near;
}
