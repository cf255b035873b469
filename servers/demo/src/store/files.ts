import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFile, replaceFile } from '@toolmark/base';
import { fileNotFound, tooManyFiles } from '../errors.ts';
import { unlessMissing } from './errno.ts';
import { LIMITS } from './limits.ts';
import { assertFolder, readPlainFile, statPlain } from './plain-files.ts';
import type { Queue } from './queue.ts';
import { isPlainName, locate, type Place } from './safe-path.ts';

/** The file store, with folders. Paths are relative, with `/`. */
export interface FileStore {
  /** Sorted by path. Links, hidden files and other files that could not be read are skipped. */
  list(): Promise<readonly FileEntry[]>;
  /** The text, or its start if the file is large. */
  read(path: string): Promise<FileContent>;
  /** Creates or replaces a file, and its folders. */
  write(path: string, text: string): Promise<FileWritten>;
  /** Creates a file. Returns false, without changes, if it already exists. */
  writeNew(path: string, text: string): Promise<boolean>;
  /** Deletes a file permanently. Returns false if it did not exist. */
  remove(path: string): Promise<boolean>;
  /** Deletes every file in and below a folder. Returns their paths. */
  removeAll(folder: string): Promise<readonly string[]>;
}

/** An entry of a file list. */
export interface FileEntry {
  readonly path: string;
  readonly bytes: number;
  readonly modified_at: string;
}

/** The content of a file. */
export interface FileContent {
  readonly text: string;
  /** The size of the whole file. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** The result of a write. */
export interface FileWritten {
  readonly bytes: number;
  readonly created: boolean;
}

export interface FileStoreOptions {
  readonly folder: string;
  readonly queue: Queue;
}

export function createFileStore({ folder, queue }: FileStoreOptions): FileStore {
  const find = async (path: string): Promise<Place> => {
    await assertFolder(folder);
    return locate(folder, path);
  };

  const list = async (): Promise<readonly FileEntry[]> => {
    await assertFolder(folder);
    return listFolder(folder, '', LIMITS.pathDepth);
  };

  /** Checks all conditions for a new file, then creates its folders. */
  const prepare = async (path: string): Promise<Place> => {
    const place = await find(path);
    if (place.stats === undefined) {
      if ((await list()).length >= LIMITS.files) throw tooManyFiles();
      await mkdir(dirname(place.path), { recursive: true });
    }
    return place;
  };

  return {
    list,
    read: async (path) => {
      const place = await find(path);
      if (place.stats === undefined) throw fileNotFound(path);
      const { text, bytes } = await readPlainFile(place.path, LIMITS.readBytes);
      return { text, bytes, truncated: bytes > LIMITS.readBytes };
    },
    write: (path, text) =>
      queue(async () => {
        const place = await prepare(path);
        await replaceFile(place.path, text);
        return { bytes: Buffer.byteLength(text), created: place.stats === undefined };
      }),
    writeNew: (path, text) => queue(async () => createFile((await prepare(path)).path, text)),
    remove: (path) =>
      queue(async () => {
        const place = await find(path);
        if (place.stats === undefined) return false;
        await rm(place.path);
        return true;
      }),
    removeAll: (name) =>
      queue(async () => {
        const inside = (await list()).filter(({ path }) => path.startsWith(`${name}/`));
        for (const { path } of inside) await rm(join(folder, path), { force: true });
        return inside.map(({ path }) => path);
      }),
  };
}

async function listFolder(folder: string, prefix: string, depth: number): Promise<readonly FileEntry[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }));
  const plain = (entries ?? []).filter(({ name }) => isPlainName(name));
  const found = await Promise.all(
    plain.map(async (entry): Promise<readonly FileEntry[]> => {
      const path = prefix + entry.name;
      if (entry.isDirectory()) return depth > 1 ? listFolder(join(folder, entry.name), `${path}/`, depth - 1) : [];
      const stats = entry.isFile() ? await statPlain(join(folder, entry.name)) : undefined;
      return stats === undefined ? [] : [{ path, bytes: stats.size, modified_at: stats.mtime.toISOString() }];
    }),
  );
  return found.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
