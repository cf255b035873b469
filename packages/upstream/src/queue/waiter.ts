import type { Clock } from '@toolmark/base';

/** A queued call. It either starts or ends; after that it must not be touched. */
export interface Waiter {
  readonly start: () => void;
  /** Whether its conditions other than a free slot are met. */
  readonly mayStart: () => boolean;
  readonly end: (why: WaitEnd) => void;
  /** How long it waits for a server that is away; `Infinity` while the server is connected. */
  readonly awayUntil: () => number;
  readonly setAwayUntil: (at: number | undefined) => void;
}

type WaitEnd = 'cancelled' | 'away' | 'late';

export interface WaiterOptions {
  readonly clock: Clock;
  /** The deadline of its wait. */
  readonly until: number;
  readonly awayUntil: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly mayStart: () => boolean;
  readonly onTurn: () => void;
  readonly onEnd: (why: WaitEnd) => void;
  /** Called before it starts or ends, with timer and listener removed. */
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
