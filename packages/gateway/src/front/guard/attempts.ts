/** Counts the failed attempts of the recent past. */
export interface Attempts {
  readonly wrong: () => void;
  /** How long every attempt is refused from now on, in milliseconds; 0 when attempts are allowed. */
  readonly pauseMs: () => number;
}

export interface AttemptLimits {
  readonly most: number;
  readonly withinMs: number;
}

/** Limits the rate of failed attempts for all clients together: a client that guesses can change its identity at will. */
export function createAttempts({ most, withinMs }: AttemptLimits, now: () => number): Attempts {
  let moments: readonly number[] = [];
  // After the clock was set back, some attempts lie in the future. Counting them would refuse attempts for that long.
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
