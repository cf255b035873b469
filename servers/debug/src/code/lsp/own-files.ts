import { existsSync } from 'node:fs';
import { relative } from 'node:path';

/** Whether a file belongs to the workspace, and not to a library inside it. */
export function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return !path.startsWith('..') && !/(^|[/\\])(node_modules|site-packages)[/\\]/.test(path);
}

/** Servers may still know deleted files. */
export const isOwnFile = (root: string, file: string): boolean => isInside(root, file) && existsSync(file);
