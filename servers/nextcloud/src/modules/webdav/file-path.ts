import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';

/** The path of a file or folder, relative to the user's root. */
export const filePath = z.string().min(1).max(4_000);
/** The path of a folder; empty for the root. */
export const folderPath = z.string().max(4_000).default('');

/** Nextcloud allows no control characters, backslashes or lone surrogates in names. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\\]/u;

/**
 * The segments of a path. Empty segments, `.` and `..` are refused: they could escape from the intended folder.
 *
 * @example
 * parsePath('/Documents/Plan.md') // ['Documents', 'Plan.md']
 */
export function parsePath(path: string): readonly string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  if (trimmed === '') return [];
  const segments = trimmed.split('/');
  const wrong = segments.find((segment) => ['', '.', '..'].includes(segment) || FORBIDDEN.test(segment));
  if (wrong === undefined) return segments;
  throw invalidArgument(
    `The path '${path}' cannot be used: a path is written like Documents/Plan.md, without empty parts, '.', '..', backslashes or control characters.`,
  );
}

/** The segments of a path that is not the root. */
export function parseNonRoot(path: string): readonly string[] {
  const segments = parsePath(path);
  if (segments.length > 0) return segments;
  throw invalidArgument('This cannot be done to the root folder. Name a file or folder in it.');
}

/** As tools return it: `/Documents/Plan.md`. */
export const formatPath = (segments: readonly string[]): string => `/${segments.join('/')}`;
