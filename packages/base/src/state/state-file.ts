import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { lockFile } from './lock-file.ts';
import { type Read, readState } from './read-state.ts';
import { removeDrafts } from './remove-drafts.ts';
import { replaceFile, versionMark } from './replace-file.ts';

/** A value kept in a file. Several processes may share it, and a person may edit or delete it at any time. */
export interface StateFile<T> {
  readonly get: () => T;
  /**
   * Applies a change to the current content of the file; writes nothing if `change` returns its argument. Changes run
   * one after the other. Returns an error sentence if the file cannot be written; the value then stays as it was.
   */
  readonly update: (change: (before: T) => T) => Promise<Result<T, string>>;
  /** Calls the listener for every new value, also if another process wrote it. Returns a function that unsubscribes. */
  readonly onChange: (listener: (now: T) => void) => () => void;
  /** Waits for changes in progress. */
  readonly close: () => Promise<void>;
}

export interface StateFileOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** The value when there is no file. */
  readonly empty: T;
  readonly log: Pick<Log, 'error'>;
  /** Two-space JSON by default. */
  readonly print?: (value: T) => string;
  /** Readable only by its owner by default. */
  readonly mode?: number;
  readonly clock?: Clock;
}

/** The polling interval. Watching the folder would wake up for every write of the store. */
export const POLL_MS = 2_000;

/**
 * Reads the file, or returns a sentence with the problem and the fix: a file that cannot be parsed is never
 * overwritten.
 *
 * @example
 * const file = await createStateFile({ path, schema: z.array(z.string()), empty: [], log });
 * if (file.ok) await file.value.update((names) => [...names, 'ada']);
 */
export async function createStateFile<T>(options: StateFileOptions<T>): Promise<Result<StateFile<T>, string>> {
  const { path, log, clock = systemClock } = options;
  let mark = await versionMark(path);
  const first = await readState(options);
  if (!first.ok) return first;
  await removeDrafts(path);
  let current = first.value;
  let isClosed = false;
  let work: Promise<unknown> = Promise.resolve();
  let told: string | undefined;
  const listeners = new Set<(now: T) => void>();

  /** Serializes reads and writes, so that no read result is older than the last write. */
  const inTurn = <R>(run: () => Promise<R>): Promise<R> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  const take = (read: Read<T>): void => {
    if (read.text === current.text) return;
    current = read;
    for (const listener of listeners) {
      try {
        listener(read.value);
      } catch (error) {
        // A listener's bug must not affect the file or the other listeners.
        log.error({ error: toMessage(error) }, `A listener failed on a change of ${path}.`);
      }
    }
  };
  const look = async (): Promise<void> => {
    const now = await versionMark(path);
    if (now === mark || isClosed) return;
    const read = await readState(options);
    if (!read.ok && read.error !== told) log.error({}, `${read.error} Until then, the last valid content applies.`);
    told = read.ok ? undefined : read.error;
    // Do not store the version: the next poll retries, because the cause may go away without a change of the file.
    if (!read.ok) return;
    mark = now;
    take(read.value);
  };
  const write = async (change: (before: T) => T): Promise<Result<T, string>> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const lock = await lockFile(`${path}.lock`);
    if (!lock.ok) return lock;
    try {
      const before = await readState(options);
      if (!before.ok) return before;
      const value = change(before.value.value);
      if (value === before.value.value) take(before.value);
      else {
        const text = (options.print ?? toJson)(value);
        const replaced = await replaceFile(path, text, {
          mode: options.mode ?? 0o600,
          mayReplace: lock.value.isHeld,
        });
        if (replaced === undefined) return err(`Another process was writing ${path}. Try again.`);
        mark = replaced;
        take({ text, value });
      }
      return ok(current.value);
    } finally {
      await lock.value.release();
    }
  };

  const watch = (): (() => void) =>
    clock.after(POLL_MS, () => {
      void inTurn(look).finally(() => {
        if (!isClosed) stopWatching = watch();
      });
    });
  let stopWatching = watch();

  return ok({
    get: () => current.value,
    update: (change) =>
      inTurn(() =>
        isClosed
          ? Promise.resolve(err(`${path} was not written: the gateway is stopping.`))
          : write(change).catch((error: unknown) => err(`${path} cannot be written: ${toMessage(error)}`)),
      ),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      await inTurn(async () => {
        isClosed = true;
      });
      stopWatching();
    },
  });
}

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
