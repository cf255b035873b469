import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Io, sleep } from '../io.ts';

/** Where an export is written. */
export interface ExportTarget {
  /** `stream`: cannot be replaced atomically, so a reader may have seen half of it when it fails. */
  readonly kind: 'file' | 'stream';
  readonly write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Discards the target. */
  readonly giveUp: () => void;
}

/** How often to check whether someone reads a pipe. */
const READER_POLL_MS = 100;

/** Opens the target of `--out`, or says why it cannot be written. Pipes, devices and links are kept. */
export async function openExportTarget(path: string, io: Io): Promise<Result<ExportTarget, string>> {
  try {
    const found = await statOf(path);
    if (found?.isDirectory()) return err('It is a folder.');
    const isStream = found !== undefined && !found.isFile();
    // The process's own stdout may be one of these; whatever it points to belongs to the process that opened it.
    if (isStream || /^\/(?:dev|proc)\//.test(path)) {
      const foot = found?.isFIFO() ? await holdPipeOpen(path, io) : undefined;
      if (io.signal.aborted) return err('Interrupted.');
      const stream = (await open(path, 'w')).createWriteStream();
      await foot?.close();
      return ok(intoStream(stream));
    }
    const file = await realFile(path);
    const folder = dirname(file);
    if ((await statOf(folder)) === undefined) return err(`The folder ${folder} does not exist.`);
    return ok(intoFile(file));
  } catch (error) {
    return err(toMessage(error));
  }
}

/** The file status behind links; `undefined` if there is none. */
const statOf = (path: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** The target of a link, even if it does not exist yet. */
async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  return isLink ? await realFile(resolve(dirname(path), await readlink(path))) : path;
}

/**
 * Opening a pipe that nobody reads would block beyond Ctrl-C, so retry until someone does. This handle stays open until
 * the pipe is opened for writing, because the reader would see its end otherwise.
 */
async function holdPipeOpen(path: string, io: Io): Promise<FileHandle | undefined> {
  while (!io.signal.aborted) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasCode(error, 'ENXIO')) throw error;
    }
    await sleep(READER_POLL_MS, io);
  }
  return undefined;
}

const intoStream = (stream: Writable): ExportTarget => ({
  kind: 'stream',
  giveUp: () => void stream.destroy(),
  write: (bytes) => pipeline(bytes, stream),
});

/**
 * Write under a temporary name until complete, because half an export looks like a whole one. Only the owner may read
 * it.
 */
function intoFile(file: string): ExportTarget {
  const draft = `${file}.${process.pid}.part`;
  return {
    kind: 'file',
    giveUp: () => {},
    write: async (bytes) => {
      try {
        await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    },
  };
}

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');
