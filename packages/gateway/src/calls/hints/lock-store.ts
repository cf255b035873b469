import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EMPTY_LOCK, err, type Lock, ok, printLock, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, type Log, lockFile, replaceFile, versionMark } from '@toolmark/base';
import { type LockContent, readLock, withKnownPins } from './lock-content.ts';

/** The lock in its file, which people edit, git replaces and other gateways may share. */
export interface LockStore {
  readonly get: () => Lock;
  /**
   * Changes the current content of the file, whichever process wrote it. Writes nothing if `change` returns its argument. Updates run one
   * after the other. On failure, returns a sentence and changes nothing.
   */
  readonly update: (change: (before: Lock) => Lock) => Promise<Result<undefined, string>>;
  /** Resolves when no read or write is in progress. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface LockStoreDeps {
  readonly path: string;
  /** Mode of a new file. */
  readonly mode: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after the file was changed by another process or a person, and read again. */
  readonly onForeignChange: () => void;
}

/** Polling interval for changes of the file. */
const POLL_MS = 2_000;

const REWRITE_NOTE =
  'The gateway writes it again. To pin a tool again, remove it from the file while no gateway is running.';

/**
 * Opens the lock; on failure, returns a sentence. An unreadable file is never overwritten. A file or line that disappears while the
 * gateway runs is written again, so that `git stash` does not turn known tools into new ones.
 */
export async function createLockStore(deps: LockStoreDeps): Promise<Result<LockStore, string>> {
  const { path, clock, log, onForeignChange } = deps;
  let mark = await versionMark(path);
  const first = await readLock(path, { text: undefined, lock: EMPTY_LOCK });
  if (!first.ok) return first;
  let current = first.value;
  let isClosed = false;
  let logged: string | undefined;
  /** The file lacks known pins and must be written. */
  let isDue = false;
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };

  /** Logs a problem once, until another one occurs or reading works again. */
  const logProblem = (problem: string): void => {
    if (problem !== logged) log.error({}, `${problem} Until then tools are compared with the earlier pins.`);
    logged = problem;
  };
  /** Reads the file. Parses it only if its text changed, since ten thousand tools take a while. */
  const reread = async (): Promise<Result<LockContent, string>> => {
    const read = await readLock(path, current);
    if (!read.ok) {
      logProblem(read.error);
      return read;
    }
    logged = undefined;
    if (read.value.lock === current.lock) {
      current = read.value;
      return read;
    }
    const { lock, kept } = withKnownPins(read.value.lock, current.lock);
    current = { text: read.value.text, lock };
    isDue = kept > 0;
    if (isDue) log.info({}, `${path} lacks ${kept === 1 ? 'a tool' : `${kept} tools`} that it had. ${REWRITE_NOTE}`);
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
        const problem = `${path} cannot be written: ${toMessage(error)}. Make it writable for the user that runs the gateway.`;
        logProblem(problem);
        return err(problem);
      }
    });
  const poll = async (): Promise<void> => {
    const now = await versionMark(path);
    if (isClosed) return;
    if (now !== mark) {
      mark = now;
      if (now !== undefined) await reread();
      else if (current.lock !== EMPTY_LOCK) {
        log.info({}, `${path} is gone. ${REWRITE_NOTE}`);
        current = { ...current, text: undefined };
        isDue = true;
      }
    }
    // Do not wait for it: the update runs after this poll.
    if (isDue) void update((lock) => lock);
  };
  const watch = (): (() => void) =>
    clock.after(POLL_MS, () => {
      void inTurn(poll).finally(() => {
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
