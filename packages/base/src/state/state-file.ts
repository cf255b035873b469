import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { lockFile } from './lock-file.ts';
import { type Read, readState } from './read-state.ts';
import { removeDrafts } from './remove-drafts.ts';
import { markOf, replaceFile } from './replace-file.ts';

/** A value that is kept in a file. Several processes may share it, and a person may edit or delete it at any time. */
export interface StateFile<T> {
  readonly get: () => T;
  /**
   * Changes what is in the file now, whoever wrote it last; nothing is written where the change gives back what it was given.
   * Changes come one after the other. A sentence where it cannot be written: everything is as it was then.
   */
  readonly update: (change: (before: T) => T) => Promise<Result<T, string>>;
  /** Told of every other value, whoever made it. What comes back takes the listener off. */
  readonly onChange: (listener: (now: T) => void) => () => void;
  /** Waits for changes that are under way. */
  readonly close: () => Promise<void>;
}

export interface StateFileOptions<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** What it holds where there is no file. */
  readonly empty: T;
  readonly log: Pick<Log, 'error'>;
  /** Two-space JSON unless given. */
  readonly print?: (value: T) => string;
  /** For its owner only unless given. */
  readonly mode?: number;
  readonly clock?: Clock;
}

/** How often it is looked at. Its folder is not watched: the store writes there all the time. */
export const LOOK_MS = 2_000;

/**
 * Reads the file, or says in a sentence what is wrong with it and what to do: what nobody can read is never overwritten.
 *
 * @example
 * const file = await createStateFile({ path, schema: z.array(z.string()), empty: [], log });
 * if (file.ok) await file.value.update((names) => [...names, 'ada']);
 */
export async function createStateFile<T>(options: StateFileOptions<T>): Promise<Result<StateFile<T>, string>> {
  const { path, log, clock = systemClock } = options;
  let mark = await markOf(path);
  const first = await readState(options);
  if (!first.ok) return first;
  await removeDrafts(path);
  let current = first.value;
  let isClosed = false;
  let work: Promise<unknown> = Promise.resolve();
  let told: string | undefined;
  const listeners = new Set<(now: T) => void>();

  /** One thing at a time, so that nothing that was read is older than what was written. */
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
        // A bug of whoever listens: the file, and the others who do, have nothing to do with it.
        log.error({ error: toMessage(error) }, `A change of ${path} was not taken up everywhere.`);
      }
    }
  };
  const look = async (): Promise<void> => {
    const now = await markOf(path);
    if (now === mark || isClosed) return;
    const read = await readState(options);
    if (!read.ok && read.error !== told) log.error({}, `${read.error} Until then what was in it before counts.`);
    told = read.ok ? undefined : read.error;
    // Looked at again next time: what was wrong may pass without a change of the file.
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
        const replaced = await replaceFile(path, text, options.mode ?? 0o600, lock.value.isHeld);
        if (replaced === undefined) return err(`${path} was being written by another process. Try again.`);
        mark = replaced;
        take({ text, value });
      }
      return ok(current.value);
    } finally {
      await lock.value.release();
    }
  };

  const watch = (): (() => void) =>
    clock.after(LOOK_MS, () => {
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
          ? Promise.resolve(err(`${path} is not written any more: the gateway is being stopped.`))
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
