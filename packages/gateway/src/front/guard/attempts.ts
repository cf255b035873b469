/** Counts what went wrong lately. */
export interface Attempts {
  readonly wrong: () => void;
  /** How long nobody may try, in milliseconds; 0 is not at all. */
  readonly pauseMs: () => number;
}

export interface AttemptLimits {
  readonly most: number;
  readonly withinMs: number;
}

/** After so many wrong attempts within a while everybody has to wait, for whoever guesses can call themselves anything. */
export function createAttempts({ most, withinMs }: AttemptLimits, now: () => number): Attempts {
  let moments: readonly number[] = [];
  // A clock that was set back makes moments of the future; they would shut everybody out for as long.
  const recent = (): readonly number[] => moments.filter((moment) => moment > now() - withinMs && moment <= now());
  return {
    wrong: () => {
      moments = [...recent(), now()].slice(-most);
    },
    pauseMs: () => {
      const [first = 0, ...others] = recent();
      return others.length + 1 < most ? 0 : first + withinMs - now();
    },
  };
}
