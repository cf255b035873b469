import type { Begin } from './entry.ts';
import type { Running } from './in-flight.ts';

/** Beginnings of calls on their way into the journal. */
export interface Begins {
  /** This one can wait: most reads are over before anybody would see them running. */
  readonly add: (running: Running) => void;
  readonly write: (running: Running) => void;
  readonly writeAll: () => void;
}

export function createBegins(write: (begin: Begin) => void): Begins {
  const fresh = new Set<Running>();
  const writeOne = (running: Running): void => {
    fresh.delete(running);
    if (running.isWritten) return;
    running.isWritten = true;
    write(running.begin);
  };
  return {
    add: (running) => void fresh.add(running),
    write: writeOne,
    writeAll: () => {
      for (const running of fresh) writeOne(running);
    },
  };
}
