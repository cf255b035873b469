import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Io, sleep } from '../io.ts';

/** Where an export goes. */
export interface ExportTarget {
  /** `stream`: nothing can be put in its place, so that half of it may have been read when it breaks off. */
  readonly kind: 'file' | 'stream';
  readonly write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Where nothing will be written. */
  readonly giveUp: () => void;
}

/** So often a pipe is looked at that nobody reads yet. */
const READER_POLL_MS = 100;

/** What `--out` leads to, or why nothing can be written there. What is no file stays what it is: a pipe, a device, a link. */
export async function openExportTarget(path: string, io: Io): Promise<Result<ExportTarget, string>> {
  try {
    const found = await look(path);
    if (found?.isDirectory()) return err('It is a folder.');
    const isStream = found !== undefined && !found.isFile();
    // The standard output of this process is one of these; what it leads to belongs to somebody who has it open.
    if (isStream || /^\/(?:dev|proc)\//.test(path)) {
      const foot = found?.isFIFO() ? await footInDoor(path, io) : undefined;
      if (io.signal.aborted) return err('Interrupted.');
      const stream = (await open(path, 'w')).createWriteStream();
      await foot?.close();
      return ok(intoStream(stream));
    }
    const file = await realFile(path);
    const folder = dirname(file);
    if ((await look(folder)) === undefined) return err(`The folder ${folder} does not exist.`);
    return ok(intoFile(file));
  } catch (error) {
    return err(toMessage(error));
  }
}

/** What is there, behind links; `undefined` where nothing is. */
const look = (path: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Where a link leads, be it to nothing yet. */
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
 * To open a pipe that nobody reads would wait where Ctrl-C does not reach, so it is tried until somebody does. It must stay open
 * until the pipe is opened for writing in earnest: else the reader takes it for the end.
 */
async function footInDoor(path: string, io: Io): Promise<FileHandle | undefined> {
  while (!io.signal.aborted) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENXIO')) throw error;
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

/** Under another name until all of it is there: half an export looks like a whole one. Only its owner may read it. */
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

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
