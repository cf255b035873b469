import { toMessage } from '@toolmark/annotations';
import type { Log } from '../../base/log.ts';
import type { Call } from '../../model/call.ts';

/**
 * Calls that have their reply and are not written down yet. Those of one turn are written one after another, right before all of it
 * goes to disk: what the first one needed of code and data is at hand for the others. Whatever else is written comes after them.
 */
export interface Ended {
  readonly add: (call: Call) => void;
  /** Writes down all of them, in the order in which they ended. One that cannot be costs the others nothing. */
  readonly write: () => void;
}

export interface EndedDeps {
  readonly writeEnd: (call: Call, now: number) => void;
  /** Writes what `writeEnd` left for the end. */
  readonly writeRest: () => void;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}

export function createEnded({ writeEnd, writeRest, now, log }: EndedDeps): Ended {
  let calls: Call[] = [];
  return {
    add: (call) => {
      calls.push(call);
    },
    write: () => {
      if (calls.length === 0) return;
      const [all, at] = [calls, now()];
      calls = [];
      for (const call of all) {
        try {
          writeEnd(call, at);
        } catch (error) {
          log.error({ error: toMessage(error) }, 'a call could not be recorded');
        }
      }
      writeRest();
    },
  };
}
