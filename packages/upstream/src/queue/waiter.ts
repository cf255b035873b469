import type { Clock } from '@toolmark/base';

/** A call that waits for its turn. It gets it, or an end, and after either of them it must be left alone. */
export interface Waiter {
  readonly start: () => void;
  /** Whether what it waits for is there, apart from a place. */
  readonly mayStart: () => boolean;
  readonly end: (why: WaitEnd) => void;
  /** How long it waits for a server that is away; `Infinity` while the server is there. */
  readonly awayUntil: () => number;
  readonly setAwayUntil: (at: number | undefined) => void;
}

type WaitEnd = 'cancelled' | 'away' | 'late';

export interface WaiterOptions {
  readonly clock: Clock;
  /** How long it waits at most. */
  readonly until: number;
  readonly awayUntil: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly mayStart: () => boolean;
  readonly onTurn: () => void;
  readonly onEnd: (why: WaitEnd) => void;
  /** Before either of them, with timer and listener gone. */
  readonly onLeave: () => void;
}

export function createWaiter(options: WaiterOptions): Waiter {
  const { clock, until, signal, onTurn, onEnd, onLeave } = options;
  let awayUntil = options.awayUntil ?? Number.POSITIVE_INFINITY;
  let cancelTimer = (): void => {};

  const leave = (then: () => void): void => {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
    onLeave();
    then();
  };
  const end = (why: WaitEnd): void => leave(() => onEnd(why));
  const onAbort = (): void => end('cancelled');
  const arm = (): void => {
    cancelTimer();
    const why = awayUntil < until ? 'away' : 'late';
    cancelTimer = clock.after(Math.min(awayUntil, until) - clock.now(), () => end(why));
  };

  signal?.addEventListener('abort', onAbort, { once: true });
  arm();
  return {
    start: () => leave(onTurn),
    mayStart: options.mayStart,
    end,
    awayUntil: () => awayUntil,
    setAwayUntil: (at) => {
      awayUntil = at ?? Number.POSITIVE_INFINITY;
      arm();
    },
  };
}
