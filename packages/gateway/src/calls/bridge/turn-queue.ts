import { type Clock, createPassingMap, type RpcError } from '@toolmark/base';
import { unsentError } from '@toolmark/upstream';
import { ABANDONED_MS, AFTERTHOUGHT_MS, TURN_WAIT_MS, TURNS_MS, TURNS_WAITING } from './limits.ts';
import { type Leg, NOBODY, type Party } from './upstream-request.ts';

/** The requests under way at one server, and those that wait for their turn. */
export interface Line {
  readonly legs: () => readonly Leg[];
  /** Counts the request as under way, unless others have to leave first. */
  readonly enter: (leg: Leg) => boolean;
  /** Waits for that: with an error when it took too long, or the request was cancelled. */
  readonly wait: (leg: Leg, signal: AbortSignal) => Promise<RpcError | undefined>;
  readonly leave: (leg: Leg) => void;
  /** Like `leave`, but the server may still work on it, and ask. */
  readonly abandon: (leg: Leg) => void;
  /** Some request waits for its client now, so others may go on. */
  readonly admit: () => void;
  /** From now on, and for a while, requests of different parties take turns. Whether that is new. */
  readonly takeTurns: () => boolean;
  /** A request that a question must be of, if of any, or of its party. */
  readonly certain: () => Leg | 'nobody' | 'unclear';
  /** It asked when there was nothing to ask about: nothing that ended is over for it. */
  readonly askedLate: () => void;
  /** Whether a message that came while nothing was under way cannot be about a request of somebody else. */
  readonly mayHear: (session: string | undefined) => boolean;
  /** The server is another process now: what the former one did says nothing about it. */
  readonly renew: () => void;
  /** Sends away who waits. */
  readonly close: () => void;
}

interface Waiting {
  readonly leg: Leg;
  readonly admit: () => void;
  readonly giveUp: (refused: RpcError) => void;
}

export function createLine(server: string, clock: Clock): Line {
  const legs = createPassingMap<Leg, Leg>();
  const waiting: Waiting[] = [];
  const departed = createTraces();
  const abandoned = createTraces();
  /** The same by session, for what nobody is asked and somebody hears. */
  const silenced = createTraces();
  let turnsUntil = 0;
  let isLate = false;
  let cancelPause: (() => void) | undefined;

  /**
   * After its reply a request is followed by others of what may be the same client, and a server that asks late is broken.
   * So such others do not wait for each other, unless this server did that before.
   */
  const nameOf = (leg: Leg): Party => (isLate ? leg.party : leg.kin);
  const takesTurns = (): boolean => clock.now() < turnsUntil;
  const mayEnter = (leg: Leg): boolean => {
    // Who waits for a person keeps nobody out. What the server asks meanwhile is unclear, and refused.
    for (const other of legs.keys()) if (other.party !== leg.party && !other.isWaiting()) return false;
    return leg.party === NOBODY || departed.othersUntil(nameOf(leg)) <= clock.now();
  };
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (takesTurns() && !mayEnter(next.leg)) break;
      waiting.shift();
      legs.set(next.leg, next.leg);
      next.admit();
    }
    cancelPause?.();
    const [next] = waiting;
    const pause = next === undefined ? 0 : departed.othersUntil(nameOf(next.leg)) - clock.now();
    cancelPause = pause > 0 ? clock.after(pause, admit) : undefined;
  };

  return {
    legs: legs.keys,
    enter: (leg) => {
      // Those who wait go first, whoever is there now: else one busy client could keep the others out for ever.
      if (turnsUntil !== 0 && takesTurns() && (waiting.length > 0 || !mayEnter(leg))) return false;
      legs.set(leg, leg);
      return true;
    },
    wait: (leg, signal) => {
      if (signal.aborted) return Promise.resolve(unsentError('cancelled', 'The request was cancelled.'));
      if (waiting.length >= TURNS_WAITING) return Promise.resolve(busy(server));
      return new Promise((resolve) => {
        const settle = (refused: RpcError | undefined): void => {
          cancelDeadline();
          signal.removeEventListener('abort', onAbort);
          resolve(refused);
        };
        const giveUp = (refused: RpcError): void => {
          waiting.splice(waiting.indexOf(entry), 1);
          settle(refused);
          admit();
        };
        const entry: Waiting = { leg, admit: () => settle(undefined), giveUp };
        const onAbort = (): void => giveUp(unsentError('cancelled', 'The request was cancelled.'));
        const cancelDeadline = clock.after(TURN_WAIT_MS, () => giveUp(busy(server)));
        signal.addEventListener('abort', onAbort);
        if (waiting.push(entry) === 1) admit();
      });
    },
    leave: (leg) => {
      legs.delete(leg);
      departed.mark(nameOf(leg), clock.now() + AFTERTHOUGHT_MS);
      if (waiting.length > 0) admit();
    },
    abandon: (leg) => {
      const until = clock.now() + ABANDONED_MS;
      legs.delete(leg);
      abandoned.mark(leg.party, until);
      silenced.mark(leg.session ?? Symbol('request'), until);
      if (waiting.length > 0) admit();
    },
    admit: () => {
      if (waiting.length > 0) admit();
    },
    takeTurns: () => {
      const isNew = !takesTurns();
      turnsUntil = clock.now() + TURNS_MS;
      return isNew;
    },
    certain: () => {
      const [first, ...others] = legs.keys();
      if (first === undefined) return 'nobody';
      for (const { party } of others) if (party !== first.party) return 'unclear';
      if (first.party === NOBODY) return first;
      const until = Math.max(departed.othersUntil(nameOf(first)), abandoned.othersUntil(first.party));
      return until > clock.now() ? 'unclear' : first;
    },
    askedLate: () => {
      if (abandoned.othersUntil(undefined) <= clock.now()) isLate = true;
    },
    mayHear: (session) => silenced.othersUntil(session) <= clock.now(),
    renew: () => {
      turnsUntil = 0;
      isLate = false;
      for (const traces of [departed, abandoned, silenced]) traces.clear();
      if (waiting.length > 0) admit();
    },
    close: () => {
      for (const { giveUp } of waiting.toReversed()) giveUp(unsentError('shuttingDown', 'The gateway is stopping.'));
    },
  };
}

function busy(server: string): RpcError {
  return unsentError(
    'upstreamBusy',
    `Server '${server}' asks questions, so its clients take turns, and another one is not done yet. Try again later.`,
    { server },
  );
}

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
