import { type Clock, createPassingMap, type RpcError } from '@toolmark/base';
import { type UpstreamServer, unsentError } from '@toolmark/upstream';
import { ABANDONED_MS, AFTERTHOUGHT_MS, TURN_WAIT_MS, TURNS_MS, TURNS_WAITING } from './limits.ts';
import { type Party, UNASKABLE, type UpstreamRequest } from './upstream-request.ts';

/** The turn queue of each server. */
export interface TurnQueues {
  readonly of: (server: UpstreamServer) => TurnQueue;
  /** The state of a server changed: after a reconnect, its queue starts over. */
  readonly onStatus: (server: UpstreamServer) => void;
  /** Rejects all waiting requests. */
  readonly close: () => void;
}

/**
 * The requests in progress at one server, and those that wait for their turn. On the pipe of an older server a question does not name
 * the request that caused it. While all requests there are of one party, that party caused it; so at a server that asks questions,
 * requests of different parties take turns.
 */
export interface TurnQueue {
  readonly inProgress: () => readonly UpstreamRequest[];
  /** Counts the request as in progress; `false` if requests of another party must leave first. */
  readonly enter: (request: UpstreamRequest) => boolean;
  /** Waits until the request may enter. Resolves with an error after a deadline or a cancellation. */
  readonly wait: (request: UpstreamRequest, signal: AbortSignal) => Promise<RpcError | undefined>;
  /** The request has its reply, also one that came after `abandon`: its question can only be an afterthought. */
  readonly leave: (request: UpstreamRequest) => void;
  /** Like `leave` for a request without a reply: the server may still work on it, and ask. */
  readonly abandon: (request: UpstreamRequest) => void;
  /** Admits waiting requests; called when a request starts to wait for its client, since it no longer blocks others. */
  readonly admit: () => void;
  /** Requests of different parties take turns from now on, for a limited time. Returns whether that is new. */
  readonly takeTurns: () => boolean;
  /** The request in progress that a question without a request id belongs to, or why that cannot be decided. */
  readonly attribute: () => UpstreamRequest | 'idle' | 'ambiguous' | 'abandoned';
  /** The server asked while no request was in progress, so its requests stay askable for a while after they end. */
  readonly noteLateQuestion: () => void;
  /** Whether a session may get a message that arrived while no request was in progress: only if it cannot be about another client's. */
  readonly mayNotify: (session: string | undefined) => boolean;
  /** Forgets what the server did before: it is a new process now. */
  readonly reset: () => void;
  /** Rejects all waiting requests. */
  readonly close: () => void;
}

/** `servers`: all that are configured now. */
export function createTurnQueues(clock: Clock, servers: () => readonly UpstreamServer[]): TurnQueues {
  /** By object: a server that was removed from the config, or restarted with other settings, gets a new queue. */
  const known = new WeakMap<UpstreamServer, { readonly queue: TurnQueue; connection: number | undefined }>();
  return {
    of: (server) => {
      const queue = known.get(server)?.queue;
      if (queue !== undefined) return queue;
      const created = createTurnQueue(server.name, clock);
      known.set(server, { queue: created, connection: connectionOf(server) });
      return created;
    },
    onStatus: (server) => {
      const entry = known.get(server);
      const connection = connectionOf(server);
      if (entry === undefined || entry.connection === connection) return;
      entry.connection = connection;
      entry.queue.reset();
    },
    close: () => {
      for (const server of servers()) known.get(server)?.queue.close();
    },
  };
}

/** The ordinal of the server's current connection; `undefined` while it has none. */
function connectionOf(server: UpstreamServer): number | undefined {
  const { era, restarts } = server.status();
  return era === undefined ? undefined : restarts;
}

interface Waiting {
  readonly request: UpstreamRequest;
  readonly admit: () => void;
  readonly giveUp: (refused: RpcError) => void;
}

function createTurnQueue(server: string, clock: Clock): TurnQueue {
  const inProgress = createPassingMap<UpstreamRequest, UpstreamRequest>();
  const waiting: Waiting[] = [];
  const departed = createRecentParties();
  /** Requests without a reply, with the time until which they may ask, the oldest first. */
  const abandoned = new Map<UpstreamRequest, number>();
  let turnsUntil = 0;
  let asksLate = false;
  let cancelPause: (() => void) | undefined;

  /**
   * Who must not follow too soon after whom. Requests that may be of the same client follow each other at once: few servers ask after
   * their reply. At a server that did, only requests of the same party do.
   */
  const turnKeyOf = (request: UpstreamRequest): Party => (asksLate ? request.party : request.clientKey);
  const takesTurns = (): boolean => clock.now() < turnsUntil;
  const mayEnter = (request: UpstreamRequest): boolean => {
    // A request that waits for a person does not block others. A question that arrives meanwhile is ambiguous, and refused.
    for (const other of inProgress.keys()) if (other.party !== request.party && !other.isWaiting()) return false;
    return request.party === UNASKABLE || departed.othersUntil(turnKeyOf(request)) <= clock.now();
  };
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (takesTurns() && !mayEnter(next.request)) break;
      waiting.shift();
      inProgress.set(next.request, next.request);
      next.admit();
    }
    cancelPause?.();
    const [next] = waiting;
    const pause = next === undefined ? 0 : departed.othersUntil(turnKeyOf(next.request)) - clock.now();
    cancelPause = pause > 0 ? clock.after(pause, admit) : undefined;
  };

  const forgetExpired = (): void => {
    for (const [request, until] of abandoned) {
      if (until > clock.now()) return;
      abandoned.delete(request);
    }
  };
  const mayStillRun = (isSuspect: (request: UpstreamRequest) => boolean): boolean => {
    forgetExpired();
    for (const request of abandoned.keys()) if (isSuspect(request)) return true;
    return false;
  };

  return {
    inProgress: inProgress.keys,
    enter: (request) => {
      // Waiting requests go first, whatever is in progress: otherwise one busy client could block the others forever.
      if (turnsUntil !== 0 && takesTurns() && (waiting.length > 0 || !mayEnter(request))) return false;
      inProgress.set(request, request);
      return true;
    },
    wait: (request, signal) => {
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
        const entry: Waiting = { request, admit: () => settle(undefined), giveUp };
        const onAbort = (): void => giveUp(unsentError('cancelled', 'The request was cancelled.'));
        const cancelDeadline = clock.after(TURN_WAIT_MS, () => giveUp(busy(server)));
        signal.addEventListener('abort', onAbort);
        if (waiting.push(entry) === 1) admit();
      });
    },
    leave: (request) => {
      inProgress.delete(request);
      abandoned.delete(request);
      forgetExpired();
      departed.mark(turnKeyOf(request), clock.now() + AFTERTHOUGHT_MS);
      if (waiting.length > 0) admit();
    },
    abandon: (request) => {
      inProgress.delete(request);
      abandoned.set(request, clock.now() + ABANDONED_MS);
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
    attribute: () => {
      const [first, ...others] = inProgress.keys();
      if (first === undefined) return 'idle';
      for (const { party } of others) if (party !== first.party) return 'ambiguous';
      if (first.party === UNASKABLE) return first;
      const key = turnKeyOf(first);
      if (departed.othersUntil(key) > clock.now()) return 'ambiguous';
      return mayStillRun((request) => turnKeyOf(request) !== key) ? 'abandoned' : first;
    },
    noteLateQuestion: () => {
      if (!mayStillRun(() => true)) asksLate = true;
    },
    mayNotify: (session) => !mayStillRun((request) => session === undefined || request.session !== session),
    reset: () => {
      turnsUntil = 0;
      asksLate = false;
      departed.clear();
      abandoned.clear();
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
    `Server '${server}' asks questions, so its clients take turns, and another client is not done yet. Try again later.`,
    { server },
  );
}

/** Parties with a recent request, each until a time. Constant size, however many parties there were. */
export interface RecentParties {
  readonly mark: (party: Party, until: number) => void;
  /** The latest time of any party but this one. */
  readonly othersUntil: (party: Party | undefined) => number;
  readonly clear: () => void;
}

export function createRecentParties(): RecentParties {
  /** The party with the latest time, that time, and the latest time of all other parties: enough to answer `othersUntil`. */
  let latest: Party | undefined;
  let latestUntil = 0;
  let restUntil = 0;
  return {
    mark: (party, until) => {
      if (party === latest) {
        latestUntil = Math.max(latestUntil, until);
      } else if (until >= latestUntil) {
        restUntil = latestUntil;
        latest = party;
        latestUntil = until;
      } else {
        restUntil = Math.max(restUntil, until);
      }
    },
    othersUntil: (party) => (party === latest ? restUntil : latestUntil),
    clear: () => {
      latest = undefined;
      latestUntil = 0;
      restUntil = 0;
    },
  };
}
