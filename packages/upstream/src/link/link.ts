import { settlesWithin } from '@toolmark/base';
import type { ConnectFailure, Connection } from '../connection.ts';
import { CLOSE_GRACE_MS, FAILED_RETRY_MS, STABLE_MS } from '../limits.ts';
import { backOff } from './back-off.ts';
import { type AttemptOptions, type OpenAttempt, startAttempt } from './open-attempt.ts';

/** Keeps one connection to a server open for as long as it lives: connects, notices the loss, connects again. */
export interface Link {
  readonly phase: () => LinkPhase;
  /** Closes what is there and connects at once, as if for the first time. */
  readonly restart: () => void;
  /** For good. Resolves when the connection and everything that was started for it is gone, or has had its time. */
  readonly close: () => Promise<void>;
}

interface LinkPhase {
  readonly kind: 'connecting' | 'open' | 'waiting' | 'failed' | 'stopped';
  /** Why there is no connection; still the last reason while a new one is being opened. */
  readonly reason: string | undefined;
  /** When the next attempt begins, where one is planned. */
  readonly nextAttempt: number | undefined;
  /** The stderr of what was there last, once it is gone. */
  readonly stderrTail: readonly string[];
}

export interface LinkOptions extends AttemptOptions {
  readonly random: () => number;
  /** The first attempt waits for this: for the end of the server whose place it takes. It must come to an end. */
  readonly startAfter?: Promise<unknown>;
  /** The connection is there until `onGone`. */
  readonly onOpen: (connection: Connection) => void;
  /** `isDraining` if what it has under way may still be answered. */
  readonly onGone: (isDraining: boolean) => void;
  /** An attempt came to nothing, by itself. */
  readonly onFailure: () => void;
  /** After every change of `phase()`, and after `onOpen` and `onGone`. */
  readonly onPhase: () => void;
}

/** Starts to connect in the next microtask. */
export function createLink(options: LinkOptions): Link {
  const { clock, random, onOpen, onGone, onFailure, onPhase } = options;
  let phase: LinkPhase = { kind: 'connecting', reason: undefined, nextAttempt: undefined, stderrTail: [] };
  let connection: Connection | undefined;
  /** Those that are lost, but may still answer what they were asked. */
  const draining = new Set<Connection>();
  let attempt: OpenAttempt | undefined;
  let openedAt = 0;
  /** Losses and failures since a connection last proved stable. */
  let strikes = 0;
  /** What came before is over when this is not the number it began with. */
  let turn = 0;
  let cancelTimer = (): void => {};
  /** Resolves when what was there before is gone, so that two of a kind never fight over a port or a file. */
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

  /** Lets go of whatever is there. What it had under way ends by itself and is no longer listened to. */
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

  /** Leaves a lost connection alone with what it has under way. Nothing has to wait for it: such a server is not ours. */
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

  // Not `connect`: nobody knows this link yet, so nobody can be told of its phase.
  void attemptOnce(turn);
  return {
    phase: () => phase,
    restart: () => {
      if (phase.kind === 'stopped') return;
      strikes = 0;
      release();
      phase = { ...phase, reason: 'It is being restarted.' };
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

/** Connections say what happened to the server as the rest of a sentence: `exited with code 1`. */
const toSentence = (reason: string): string => (/^[a-z]/.test(reason) ? `The server ${reason}.` : reason);
