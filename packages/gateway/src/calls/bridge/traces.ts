import type { Party } from './leg.ts';

/** Who was here lately, and for how long that still matters. Takes the same room however many they were. */
export interface Traces {
  readonly mark: (who: Party, until: number) => void;
  /** Until when somebody other than this one matters. */
  readonly othersUntil: (who: Party | undefined) => number;
  readonly clear: () => void;
}

export function createTraces(): Traces {
  /** Whose trace lasts longest, until when, and until when that of anybody else does. */
  let last: Party | undefined;
  let lastUntil = 0;
  let restUntil = 0;
  return {
    mark: (who, until) => {
      if (who === last) {
        lastUntil = Math.max(lastUntil, until);
      } else if (until >= lastUntil) {
        restUntil = lastUntil;
        last = who;
        lastUntil = until;
      } else {
        restUntil = Math.max(restUntil, until);
      }
    },
    othersUntil: (who) => (who === last ? restUntil : lastUntil),
    clear: () => {
      last = undefined;
      lastUntil = 0;
      restUntil = 0;
    },
  };
}
