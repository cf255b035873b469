import type { Log } from '@toolmark/base';
import type { WriterState } from '@toolmark/record';

/** Says in the log that calls cannot be recorded, and when they can be again. */
export function createTellState(log: Pick<Log, 'warn' | 'error'>): (state: WriterState) => void {
  let wasFailing = false;
  return ({ kind, problem }) => {
    if (kind === 'failing')
      log.error(
        { problem },
        'calls cannot be recorded; those that may change something are refused until recording works again',
      );
    // That it works is worth a word only after it did not.
    else if (wasFailing) log.warn({}, 'calls are recorded again');
    wasFailing = kind === 'failing';
  };
}
