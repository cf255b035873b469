import type { Log } from '@toolmark/base';
import type { WriterState } from '@toolmark/record';

/** Logs when recording fails, and when it works again. */
export function createStateLog(log: Pick<Log, 'warn' | 'error'>): (state: WriterState) => void {
  let wasFailing = false;
  return ({ kind, problem }) => {
    if (kind === 'failing')
      log.error(
        { problem },
        'calls cannot be recorded; those that may change something are refused until recording works again',
      );
    // Log recovery only after a failure.
    else if (wasFailing) log.warn({}, 'calls are recorded again');
    wasFailing = kind === 'failing';
  };
}
