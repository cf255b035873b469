import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, type Log, readState, replaceFile, versionMark } from '@toolmark/base';
import { type KeyState, keyStateSchema } from './key-state.ts';

/**
 * The keys in `passkeys.json`. Unlike other state, the file is read only at the start: a program that can write the
 * file must not become an approver that way. The keys in memory are valid, and a change from outside is reported until
 * the gateway writes the file itself.
 */
export interface KeyFile {
  readonly get: () => KeyState;
  readonly set: (state: KeyState) => Promise<Result<undefined, string>>;
  /** Reports that another program has changed the file. */
  readonly problem: () => string | undefined;
  readonly close: () => void;
}

export interface KeyFileOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export const PASSKEY_FILE = 'passkeys.json';

/** The interval of checking the file for changes. */
const CHECK_MS = 2_000;

export async function openKeyFile({ dataDir, clock, log }: KeyFileOptions): Promise<Result<KeyFile, string>> {
  const path = join(dataDir, PASSKEY_FILE);
  const empty: KeyState = { user_id: randomBytes(32).toString('base64url'), keys: [] };
  let mark = await versionMark(path);
  const read = await readState({ path, schema: keyStateSchema, empty });
  if (!read.ok) return read;
  let state = read.value.value;
  let problem: string | undefined;
  let work: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Checks and writes run one after the other, so that the gateway's own change is not reported as foreign. */
  const serialize = <R>(run: () => Promise<R>): Promise<R> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  const checkForChange = async (): Promise<void> => {
    if (problem !== undefined || (await versionMark(path)) === mark) return;
    problem = `Another program has changed ${path}. Only the passkeys enrolled before are valid. If you did not change it, find the cause: after a restart the gateway would use the file.`;
    log.error({}, problem);
  };
  const watch = (): (() => void) =>
    clock.after(CHECK_MS, () => {
      void serialize(checkForChange).finally(() => {
        if (!isClosed) stop = watch();
      });
    });
  let stop = watch();

  return ok({
    get: () => state,
    set: (next) =>
      serialize(async () => {
        try {
          const written = await replaceFile(path, `${JSON.stringify(next, undefined, 2)}\n`);
          mark = written;
          state = next;
          problem = undefined;
          return ok(undefined);
        } catch (error) {
          return err(`${path} cannot be written: ${toMessage(error)}`);
        }
      }),
    problem: () => problem,
    close: () => {
      isClosed = true;
      stop();
    },
  });
}
