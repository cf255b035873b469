import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';

/** One file of the page. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** The hash of its content. */
  readonly hash: string;
  /** Whether compression helps. */
  readonly isText: boolean;
}

/** By path with a leading slash. */
export type PageFiles = ReadonlyMap<string, PageFile>;

export const INDEX = '/index.html';

/** The bundled program has the page beside it; sources and compiled files share one path to it. */
export const BUILT_PAGE: string =
  ['./web', '../../../dist/web'].map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? 'web';

/** Far more than the page needs; all of it is kept in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = Object.freeze({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
});

const TEXTS: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);

/**
 * Reads the built page into memory, so that requests never access the disk. `undefined` if it was not built. Files of
 * unknown types are left out, such as source maps.
 */
export async function readPageFiles(
  folder: string,
  maxBytes: number = MAX_BYTES,
): Promise<Result<PageFiles | undefined, string>> {
  try {
    const files = new Map<string, PageFile>();
    let left = maxBytes;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const extension = extname(entry.name);
      const type = TYPES[extension];
      if (!entry.isFile() || type === undefined) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      left -= bytes.length;
      if (left < 0) return err(`${folder} has more than ${maxBytes} bytes, so it is not the page.`);
      files.set(`/${relative(folder, path).replaceAll(sep, '/')}`, {
        bytes,
        type,
        hash: hash('sha256', bytes, 'base64url').slice(0, 22),
        isText: TEXTS.has(extension),
      });
    }
    return ok(files.has(INDEX) ? files : undefined);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(undefined);
    return err(`The page cannot be read from ${folder}: ${toMessage(error)}`);
  }
}
