import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, type Log, readState, replaceFile, versionMark } from '@toolmark/base';
import { type KeyState, keyStateSchema } from './key-state.ts';

/**
 * The keys in `passkeys.json`. Unlike other state it is read once, at the start: a program that can write the file must not become an
 * approver by doing so. What is in memory counts, and a change from outside is reported until the gateway writes the file itself.
 */
export interface KeyFile {
  readonly get: () => KeyState;
  readonly set: (state: KeyState) => Promise<Result<undefined, string>>;
  /** That something else has changed the file, in a sentence. */
  readonly problem: () => string | undefined;
  readonly close: () => void;
}

export interface KeyFileOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export const PASSKEY_FILE = 'passkeys.json';

/** How often the file is compared. */
const LOOK_MS = 2_000;

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

  /** Comparing and writing take turns, so that the gateway's own change is never taken for somebody else's. */
  const inTurn = <R>(run: () => Promise<R>): Promise<R> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  const look = async (): Promise<void> => {
    if (problem !== undefined || (await versionMark(path)) === mark) return;
    problem = `Something other than this gateway has changed ${path}. The passkeys that were enrolled before still count, and no others. If it was not you, find out what did: after a restart the file would count.`;
    log.error({}, problem);
  };
  const watch = (): (() => void) =>
    clock.after(LOOK_MS, () => {
      void inTurn(look).finally(() => {
        if (!isClosed) stop = watch();
      });
    });
  let stop = watch();

  return ok({
    get: () => state,
    set: (next) =>
      inTurn(async () => {
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
