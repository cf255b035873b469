import { err, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, settlesWithin } from '@toolmark/base';
import { toSeconds } from '@toolmark/reach';
import type { ConnectFailure, Connection } from '../connection.ts';
import { ABORT_GRACE_MS, CLOSE_GRACE_MS } from '../limits.ts';

/** One attempt to connect, which always ends. */
export interface OpenAttempt {
  readonly outcome: Promise<Result<Connection, ConnectFailure>>;
  /** Aborts the attempt; `outcome` then says so. Resolves when everything it opened is closed or timed out. */
  readonly cancel: () => Promise<void>;
}

export interface AttemptOptions {
  readonly open: (signal: AbortSignal) => Promise<Result<Connection, ConnectFailure>>;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/**
 * Opens a connection within a deadline. At the deadline, the attempt is aborted and may still report its error;
 * otherwise it is abandoned, and a connection it opens later is closed.
 */
export function startAttempt({ open, timeoutMs, clock }: AttemptOptions): OpenAttempt {
  const controller = new AbortController();
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>();
  let isOver = false;
  const finish = (result: Outcome): void => {
    isOver = true;
    cancelTimer();
    resolve(result);
  };
  let cancelTimer = clock.after(timeoutMs, () => {
    const failure = failed(`It did not connect within ${toSeconds(timeoutMs)}.`);
    cancelTimer = clock.after(ABORT_GRACE_MS, () => finish(failure));
    controller.abort(new Error(failure.error.message));
  });
  const opening = guarded(() => open(controller.signal)).then(async (result) => {
    if (!isOver) finish(result);
    else if (result.ok) await result.value.close();
  });
  const cancel = async (): Promise<void> => {
    if (isOver) {
      // It may just have succeeded, and its caller has gone already.
      const result = await outcome;
      if (result.ok) await result.value.close();
    } else {
      finish(failed('The attempt to connect was cancelled.'));
      controller.abort(new Error('The attempt to connect was cancelled.'));
    }
    await opening;
  };
  return {
    outcome,
    cancel: async () => {
      await settlesWithin(cancel(), CLOSE_GRACE_MS, clock);
    },
  };
}

type Outcome = Result<Connection, ConnectFailure>;

/** `open` returns failures as values; an exception is a bug that fails this attempt. */
async function guarded(open: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await open();
  } catch (error) {
    return failed(`The attempt to connect failed: ${toMessage(error)}`);
  }
}

const failed = (message: string): { readonly ok: false; readonly error: ConnectFailure } =>
  err({ message, stderrTail: [], retryable: true });
