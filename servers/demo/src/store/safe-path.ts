import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { pathRefused } from '../errors.ts';
import { LIMITS } from './limits.ts';
import { statPlain } from './plain-files.ts';

/** A path in the file store, and the file there. */
export interface Place {
  /** The absolute path. */
  readonly path: string;
  readonly stats: Stats | undefined;
}

/**
 * Splits a caller's path. Allows only plain names separated by `/`, so that the result stays inside on every system; an
 * allowlist has no gaps, unlike a blocklist.
 */
export function parsePath(path: string): readonly string[] {
  const refuse = (problem: string) => pathRefused(path, problem);
  if (path.length > LIMITS.pathLength) throw refuse(`is longer than ${LIMITS.pathLength} characters`);
  if (/^[/\\~]|^[A-Za-z]:/.test(path)) throw refuse('is absolute');
  const names = path.split('/');
  if (names.includes('..')) throw refuse('leads out of the playground');
  if (names.length > LIMITS.pathDepth) throw refuse(`is deeper than ${LIMITS.pathDepth} levels`);
  const wrong = names.find((name) => !isPlainName(name));
  if (wrong !== undefined)
    throw refuse(wrong === '' ? 'contains an empty name' : `contains a name that is not allowed`);
  return names;
}

// Windows treats `con.txt` as the console, and drops trailing dots and spaces.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Letters, digits and `_`, and in the middle also `.`, `-` and spaces; so neither hidden names nor `..`. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_. -]*[\p{L}\p{M}\p{N}_-])?$/u.test(name) && !DEVICE.test(name);
}

/** Finds a file below a folder without following symbolic links. */
export async function locate(folder: string, path: string): Promise<Place> {
  const names = parsePath(path);
  let current = folder;
  for (const name of names.slice(0, -1)) {
    current = join(current, name);
    const stats = await statPlain(current);
    if (stats?.isSymbolicLink()) throw pathRefused(path, 'goes through a symbolic link');
    if (stats !== undefined && !stats.isDirectory()) throw pathRefused(path, `uses the file '${name}' as a folder`);
  }
  const place = join(folder, ...names);
  const stats = await statPlain(place);
  if (stats?.isSymbolicLink()) throw pathRefused(path, 'is a symbolic link');
  if (stats?.isDirectory()) throw pathRefused(path, 'is a folder');
  if (stats !== undefined && !stats.isFile()) throw pathRefused(path, 'is not a plain file');
  return { path: place, stats };
}
