import { settlesWithin } from '@toolmark/base';
import type { ConnectFailure, Connection } from '../connection.ts';
import { CLOSE_GRACE_MS, FAILED_RETRY_MS, STABLE_MS } from '../limits.ts';
import { backOff } from './back-off.ts';
import { type AttemptOptions, type OpenAttempt, startAttempt } from './open-attempt.ts';

/** Keeps one connection to a server open: connects, notices its loss, reconnects. */
export interface Link {
  readonly phase: () => LinkPhase;
  /** Closes the connection and connects at once, with the back-off reset. */
  readonly restart: () => void;
  /** Closes for good. Resolves when the connection and its processes are gone, or timed out. */
  readonly close: () => Promise<void>;
}

interface LinkPhase {
  readonly kind: 'connecting' | 'open' | 'waiting' | 'failed' | 'stopped';
  /** Why there is no connection; kept while the next one is being opened. */
  readonly reason: string | undefined;
  /** The time of the next scheduled attempt. */
  readonly nextAttempt: number | undefined;
  /** The last connection's stderr, after it is gone. */
  readonly stderrTail: readonly string[];
}

export interface LinkOptions extends AttemptOptions {
  readonly random: () => number;
  /** The first attempt waits until the replaced server has ended. Must settle. */
  readonly startAfter?: Promise<unknown>;
  /** The connection is usable until `onGone`. */
  readonly onOpen: (connection: Connection) => void;
  /** `isDraining` if its requests in progress may still be answered. */
  readonly onGone: (isDraining: boolean) => void;
  /** An attempt failed by itself. */
  readonly onFailure: () => void;
  /** After every change of `phase()`, and after `onOpen` and `onGone`. */
  readonly onPhase: () => void;
}

/** Starts connecting in the next microtask. */
export function createLink(options: LinkOptions): Link {
  const { clock, random, onOpen, onGone, onFailure, onPhase } = options;
  let phase: LinkPhase = { kind: 'connecting', reason: undefined, nextAttempt: undefined, stderrTail: [] };
  let connection: Connection | undefined;
  /** Lost connections that may still answer their requests. */
  const draining = new Set<Connection>();
  let attempt: OpenAttempt | undefined;
  let openedAt = 0;
  /** Losses and failures since the last stable connection. */
  let strikes = 0;
  /** Incremented to invalidate earlier attempts. */
  let turn = 0;
  let cancelTimer = (): void => {};
  /** Resolves when the previous connection is gone, so that two processes never compete for a port or file. */
  let cleared: Promise<unknown> = options.startAfter ?? Promise.resolve();

  const setPhase = (next: LinkPhase): void => {
    phase = next;
    onPhase();
  };

  const connect = (): void => {
    setPhase({ ...phase, kind: 'connecting', nextAttempt: undefined });
    void attemptOnce(++turn);
  };

  const attemptOnce = async (mine: number): Promise<void> => {
    await cleared;
    if (mine !== turn) return;
    attempt = startAttempt(options);
    const outcome = await attempt.outcome;
    if (mine !== turn) return;
    attempt = undefined;
    if (outcome.ok) adopt(outcome.value, mine);
    else giveUp(outcome.error);
  };

  const adopt = (opened: Connection, mine: number): void => {
    connection = opened;
    openedAt = clock.now();
    onOpen(opened);
    setPhase({ kind: 'open', reason: undefined, nextAttempt: undefined, stderrTail: [] });
    const lose = (reason: string): void => {
      if (mine === turn) onLost(opened, reason);
    };
    opened.closed.then(lose, () => lose('The connection broke.'));
  };

  const onLost = (lost: Connection, reason: string): void => {
    if (clock.now() - openedAt >= STABLE_MS) strikes = 0;
    const waitMs = strikes === 0 ? 0 : backOff(strikes - 1, random);
    strikes++;
    const stderrTail = lost.stderrTail();
    const drained = lost.draining?.();
    if (drained === undefined) release();
    else setAside(lost, drained);
    phase = { ...phase, reason: toSentence(reason), stderrTail };
    if (waitMs === 0) connect();
    else plan('waiting', waitMs);
  };

  const giveUp = ({ message, stderrTail, retryable }: ConnectFailure): void => {
    onFailure();
    phase = { ...phase, reason: message, stderrTail };
    if (retryable) plan('waiting', backOff(strikes++, random));
    else plan('failed', FAILED_RETRY_MS);
  };

  const plan = (kind: 'waiting' | 'failed', waitMs: number): void => {
    cancelTimer = clock.after(waitMs, connect);
    setPhase({ ...phase, kind, nextAttempt: clock.now() + waitMs });
  };

  /** Detaches the connection. Its requests end by themselves, unobserved. */
  const release = (): void => {
    turn++;
    cancelTimer();
    const leaving = [cleared, attempt?.cancel(), connection && close(connection), ...[...draining].map(close)];
    attempt = undefined;
    cleared = Promise.all(leaving);
    if (connection === undefined) return;
    connection = undefined;
    onGone(false);
  };

  /** Keeps a lost connection until its requests have ended. Nothing waits for it: such a server is not our process. */
  const setAside = (lost: Connection, drained: Promise<void>): void => {
    turn++;
    connection = undefined;
    draining.add(lost);
    void drained.then(() => {
      draining.delete(lost);
      return close(lost);
    });
    onGone(true);
  };

  const close = (old: Connection): Promise<boolean> => settlesWithin(old.close(), CLOSE_GRACE_MS, clock);

  // Not `connect`: there are no listeners yet for a phase event.
  void attemptOnce(turn);
  return {
    phase: () => phase,
    restart: () => {
      if (phase.kind === 'stopped') return;
      strikes = 0;
      release();
      phase = { ...phase, reason: 'It is restarting.' };
      connect();
    },
    close: async () => {
      if (phase.kind !== 'stopped') {
        release();
        setPhase({ ...phase, kind: 'stopped', reason: 'It was stopped.', nextAttempt: undefined });
      }
      await cleared;
    },
  };
}

/** Connections report the reason as the rest of a sentence: `exited with code 1`. */
const toSentence = (reason: string): string => (/^[a-z]/.test(reason) ? `The server ${reason}.` : reason);
