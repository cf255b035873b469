import { errorOf } from '../../errors.ts';
import { failed, type JsonObject, type RpcError, type RpcReply } from '../../rpc.ts';
import type { Clock } from '../../upstream/clock.ts';
import { ABANDONED_MS, TURN_WAIT_MS, TURNS_WAITING } from '../limits.ts';
import type { Leg } from './leg.ts';
import { dismissal, isQuestion, refusal } from './questions.ts';

/**
 * Which requests are under way at which server, so that a question that names no request finds its way. On the pipe of
 * an older server questions carry no reference to the call that caused them. As long as all requests there are of one
 * party there is no doubt. Where there was doubt once, requests of different parties take turns from then on.
 */
export interface Lines {
  readonly of: (server: string) => Line;
  /** A question of a server that names no request. Never shown to a client that could not have caused it. */
  readonly question: (server: string, method: string, params: JsonObject) => Promise<RpcReply>;
  /** Lets go of everything that waits for its time. */
  readonly close: () => void;
}

interface Line {
  /** Counts the request as under way, unless others have to leave first. */
  readonly enter: (leg: Leg) => boolean;
  /** Waits for that: with an error when it took too long, or the request was cancelled. */
  readonly wait: (leg: Leg, signal: AbortSignal) => Promise<RpcError | undefined>;
  readonly leave: (leg: Leg) => void;
  /** Like `leave`, but the server may still work on it and ask: its party counts as present a while longer. */
  readonly abandon: (leg: Leg) => void;
}

interface Waiting {
  readonly leg: Leg;
  readonly admit: () => void;
  readonly giveUp: (refused: RpcError) => void;
}

export function createLines(clock: Clock, onInteractive: (server: string) => void = () => {}): Lines {
  const lines = new Map<string, TurnLine>();
  const lineOf = (server: string): TurnLine => {
    const known = lines.get(server);
    if (known !== undefined) return known;
    const line = createLine(server, clock);
    lines.set(server, line);
    return line;
  };
  return {
    of: lineOf,
    close: () => {
      for (const line of lines.values()) line.close();
    },
    question: async (server, method, params) => {
      if (!isQuestion(method)) return refusal({}, method, params);
      const line = lineOf(server);
      const [first] = line.legs;
      if (first === undefined) return dismissal(method, 'No request is under way whose client could be asked.');
      const { party } = first;
      if (!isOnly(party, line.legs)) {
        if (!line.takesTurns()) onInteractive(server);
        line.takeTurns();
        return failed(errorOf('upstreamBusy', SEVERAL));
      }
      const asked = new Set<Leg>();
      for (;;) {
        const leg = newestOf(line.legs, party, method, params, asked);
        if (leg === undefined) break;
        asked.add(leg);
        const reply = await leg.ask(method, params);
        if (reply !== undefined) return reply;
        // That request ended, so the server meant another one: of the same party, whoever else has come meanwhile.
      }
      return asked.size === 0 ? refusal({}, method, params) : dismissal(method, 'The request ended before an answer.');
    },
  };
}

const SEVERAL =
  'Requests of several clients are under way, so it is unclear whom to ask. From now on they take turns at this server; try again.';

interface TurnLine extends Line {
  readonly legs: ReadonlySet<Leg>;
  readonly takesTurns: () => boolean;
  readonly takeTurns: () => void;
  readonly close: () => void;
}

function createLine(server: string, clock: Clock): TurnLine {
  const legs = new Set<Leg>();
  const waiting: Waiting[] = [];
  /** One a party, of its last abandoned request. */
  const ghosts = new Map<string, () => void>();
  let turns = false;

  const admitNext = (): void => {
    for (let next = waiting[0]; next !== undefined && isOnly(next.leg.party, legs); next = waiting[0]) {
      waiting.shift();
      legs.add(next.leg);
      next.admit();
    }
  };
  const leave = (leg: Leg): void => {
    if (legs.delete(leg) && waiting.length > 0) admitNext();
  };

  return {
    legs,
    takesTurns: () => turns,
    takeTurns: () => {
      turns = true;
    },
    enter: (leg) => {
      // Those who wait go first, whoever is there now: else one busy client could keep the others out for ever.
      if (turns && (waiting.length > 0 || !isOnly(leg.party, legs))) return false;
      legs.add(leg);
      return true;
    },
    wait: (leg, signal) => {
      if (signal.aborted) return Promise.resolve(errorOf('cancelled', 'The request was cancelled.'));
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
          admitNext();
        };
        const entry: Waiting = { leg, admit: () => settle(undefined), giveUp };
        const onAbort = (): void => giveUp(errorOf('cancelled', 'The request was cancelled.'));
        const cancelDeadline = clock.after(TURN_WAIT_MS, () => giveUp(busy(server)));
        signal.addEventListener('abort', onAbort);
        waiting.push(entry);
      });
    },
    close: () => {
      for (const { giveUp } of waiting.toReversed()) giveUp(errorOf('shuttingDown', 'The gateway is being stopped.'));
      for (const drop of ghosts.values()) drop();
    },
    leave,
    abandon: (leg) => {
      const { party } = leg;
      const ghost: Leg = { party, canAnswer: () => false, ask: () => Promise.resolve(undefined), end: () => {} };
      legs.add(ghost);
      leave(leg);
      ghosts.get(party)?.();
      const cancel = clock.after(ABANDONED_MS, () => drop());
      const drop = (): void => {
        cancel();
        ghosts.delete(party);
        leave(ghost);
      };
      ghosts.set(party, drop);
    },
  };
}

/** Whether all requests under way, if any, are of this party. Counting them would cost every call; questions are rare. */
function isOnly(party: string, legs: ReadonlySet<Leg>): boolean {
  for (const leg of legs) if (leg.party !== party) return false;
  return true;
}

function newestOf(
  legs: ReadonlySet<Leg>,
  party: string,
  method: string,
  params: JsonObject,
  asked: ReadonlySet<Leg>,
): Leg | undefined {
  let newest: Leg | undefined;
  for (const leg of legs) {
    if (leg.party === party && !asked.has(leg) && leg.canAnswer(method, params)) newest = leg;
  }
  return newest;
}

function busy(server: string): RpcError {
  return errorOf(
    'upstreamBusy',
    `Server '${server}' asks questions, so its clients take turns, and another one is not done yet. Try again later.`,
    { server },
  );
}
