import { existsSync } from 'node:fs';
import { relative } from 'node:path';

/** Whether a file is of the workspace, and not of a library that lies in it. */
export function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return !path.startsWith('..') && !/(^|[/\\])(node_modules|site-packages)[/\\]/.test(path);
}

/** Servers remember files that are gone. */
export const isOwnFile = (root: string, file: string): boolean => isInside(root, file) && existsSync(file);
