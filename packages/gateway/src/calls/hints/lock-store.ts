import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EMPTY_LOCK, err, type Lock, ok, printLock, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, type Log, lockFile, replaceFile, versionMark } from '@toolmark/base';
import { type LockContent, readLock, withKnownPins } from './lock-content.ts';

/** The lock as it is in its file, which people edit, git replaces and other gateways may share. */
export interface LockStore {
  readonly get: () => Lock;
  /**
   * Changes what is in the file now, whoever wrote it last; nothing is written where the change gives back what it was given.
   * One after the other. A sentence where it cannot be written: everything is as it was then.
   */
  readonly update: (change: (before: Lock) => Lock) => Promise<Result<undefined, string>>;
  /** Resolves when nothing is under way. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LockStoreDeps {
  readonly path: string;
  /** Of a file that has to be made. */
  readonly mode: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Somebody else changed it, and it was taken up. */
  readonly onForeignChange: () => void;
}

/** How often it is looked at. */
const LOOK_MS = 2_000;

const ANEW = 'It is written again; to pin a tool anew, take it out of the file while no gateway runs.';

/**
 * Reads the lock, or says in a sentence what is wrong with it. A file that cannot be read is never overwritten. One that goes away
 * while the gateway runs is written again, and so is a line: `git stash` must not make a tool a new one.
 */
export async function createLockStore(deps: LockStoreDeps): Promise<Result<LockStore, string>> {
  const { path, clock, log, onForeignChange } = deps;
  let mark = await versionMark(path);
  const first = await readLock(path, { text: undefined, lock: EMPTY_LOCK });
  if (!first.ok) return first;
  let current = first.value;
  let isClosed = false;
  let told: string | undefined;
  /** The file lacks what is known. */
  let isDue = false;
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };

  /** A problem is told of once, however often it stands in the way. */
  const tell = (problem: string): void => {
    if (problem !== told) log.error({}, `${problem} Until then tools are held against what was pinned before.`);
    told = problem;
  };
  /** What is in the file. Only text that is not the known one is parsed: ten thousand tools take a while. */
  const reread = async (): Promise<Result<LockContent, string>> => {
    const read = await readLock(path, current);
    if (!read.ok) {
      tell(read.error);
      return read;
    }
    told = undefined;
    if (read.value.lock === current.lock) {
      current = read.value;
      return read;
    }
    const { lock, kept } = withKnownPins(read.value.lock, current.lock);
    current = { text: read.value.text, lock };
    isDue = kept > 0;
    if (isDue) log.info({}, `${path} lacks ${kept === 1 ? 'a tool' : `${kept} tools`} that it had. ${ANEW}`);
    onForeignChange();
    return ok(current);
  };
  const write = async (change: (before: Lock) => Lock): Promise<Result<undefined, string>> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const turn = await lockFile(`${path}.lock`);
    if (!turn.ok) return turn;
    try {
      const before = await reread();
      if (!before.ok) return before;
      const lock = change(before.value.lock);
      const isThere = before.value.text !== undefined || lock === EMPTY_LOCK;
      if (lock === before.value.lock && isThere && !isDue) return ok(undefined);
      const text = printLock(lock);
      const replaced = await replaceFile(path, text, { mode: deps.mode, mayReplace: turn.value.isHeld });
      if (replaced === undefined) return err(`Another process was writing ${path}. Try again.`);
      mark = replaced;
      isDue = false;
      current = { text, lock };
      return ok(undefined);
    } finally {
      await turn.value.release();
    }
  };
  const update = (change: (before: Lock) => Lock): Promise<Result<undefined, string>> =>
    inTurn(async () => {
      try {
        return await write(change);
      } catch (error) {
        const problem = `${path} cannot be written: ${toMessage(error)}. Make it writable for whoever runs the gateway.`;
        tell(problem);
        return err(problem);
      }
    });
  const look = async (): Promise<void> => {
    const now = await versionMark(path);
    if (isClosed) return;
    if (now !== mark) {
      mark = now;
      if (now !== undefined) await reread();
      else if (current.lock !== EMPTY_LOCK) {
        log.info({}, `${path} is gone. ${ANEW}`);
        current = { ...current, text: undefined };
        isDue = true;
      }
    }
    // Not waited for: it comes when this look is over.
    if (isDue) void update((lock) => lock);
  };
  const watch = (): (() => void) =>
    clock.after(LOOK_MS, () => {
      void inTurn(look).finally(() => {
        if (!isClosed) stopWatching = watch();
      });
    });
  let stopWatching = watch();
  const settled = async (): Promise<void> => {
    for (let seen: unknown; seen !== work; ) {
      seen = work;
      await work;
    }
  };

  return ok({
    get: () => current.lock,
    update,
    settled,
    close: async () => {
      isClosed = true;
      stopWatching();
      await settled();
    },
  });
}
