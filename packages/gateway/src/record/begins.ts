import type { Begin, EndEntry, WholeCall } from './entry.ts';
import type { Running } from './in-flight.ts';

/** Beginnings of calls on their way into the journal, each before its end or together with it. */
export interface Begins {
  /** This one can wait: most reads are over before anybody would see them running. */
  readonly add: (running: Running) => void;
  readonly write: (running: Running) => void;
  /** Those among these that waited. */
  readonly writeFresh: (all: readonly Running[]) => void;
  /** It is over. */
  readonly end: (running: Running, end: EndEntry) => void;
}

export function createBegins(write: (entry: Begin | EndEntry | WholeCall) => void): Begins {
  const writeOne = (running: Running): void => {
    running.isFresh = false;
    if (running.isWritten) return;
    running.isWritten = true;
    write(running.begin);
  };
  return {
    add: (running) => {
      running.isFresh = true;
    },
    write: writeOne,
    writeFresh: (all) => {
      for (const running of all) if (running.isFresh) writeOne(running);
    },
    end: (running, end) => write(running.isWritten ? end : { kind: 'call', begin: running.begin, end }),
  };
}
