import type { Role } from './recording-report.ts';

/** What was done in all the phases of one role. */
export interface Share {
  readonly calls: number;
  readonly ms: number;
  /** Processor time of the main thread, in microseconds. */
  readonly cpu: number;
}

export type Shares = Readonly<Record<Role, Share>>;

/** Short, so that both sides see the same machine; and so that storing, which rests under load, rests in all of them. */
const PHASE_MS = 40;
/** Nothing is counted until the calls have ended that began before the switch. */
const SETTLE_MS = 5;

/** No side has the better place. */
const ORDERS: readonly (readonly Role[])[] = [
  ['off', 'on', 'on', 'again'],
  ['again', 'on', 'on', 'off'],
  ['on', 'off', 'again', 'on'],
  ['on', 'again', 'off', 'on'],
];

const NONE: Share = { calls: 0, ms: 0, cpu: 0 };

export interface Alternation {
  /** A call has ended. */
  readonly count: () => void;
  /** Ends it, and says what was counted. */
  readonly stop: () => Shares;
}

/** Switches recording on and off while calls are made. */
export function alternate(set: (isOn: boolean) => void): Alternation {
  const shares: Record<Role, Share> = { off: NONE, on: NONE, again: NONE };
  let calls = 0;
  let next: readonly Role[] = [];
  let timer: NodeJS.Timeout | undefined;

  const begin = (): void => {
    if (next.length === 0) next = ORDERS[Math.floor(Math.random() * ORDERS.length)] ?? [];
    const [role = 'off', ...later] = next;
    next = later;
    set(role === 'on');
    timer = setTimeout(() => measure(role), SETTLE_MS);
  };
  const measure = (role: Role): void => {
    const [from, cpu] = [performance.now(), mainThreadTime()];
    calls = 0;
    timer = setTimeout(() => {
      const sum = shares[role];
      shares[role] = {
        calls: sum.calls + calls,
        ms: sum.ms + performance.now() - from,
        cpu: sum.cpu + mainThreadTime() - cpu,
      };
      begin();
    }, PHASE_MS);
  };
  begin();
  return {
    count: () => {
      calls += 1;
    },
    stop: () => {
      clearTimeout(timer);
      return shares;
    },
  };
}

function mainThreadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
