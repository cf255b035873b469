import { relative } from 'node:path';
import type { Debuggee } from '../debuggee.ts';
import type { Script } from '../source/script-table.ts';

/**
 * What a script is called: a built-in by its own name, a library's file from its package on, the program's own file from the
 * program's folder on.
 */
export function moduleNameOf({ root }: Pick<Debuggee, 'root'>, { file, url }: Script): string {
  if (file === undefined) return url;
  if (!file.startsWith('/')) return file;
  const library = file.lastIndexOf('/node_modules/');
  if (library >= 0) return file.slice(library + '/node_modules/'.length);
  const near = relative(root, file);
  return near.startsWith('..') ? file : near;
}
