import type { Role } from './recording-report.ts';

/** The totals of all phases of one role. */
export interface Totals {
  readonly calls: number;
  readonly ms: number;
  /** CPU time of the main thread in microseconds. */
  readonly cpu: number;
}

export type TotalsByRole = Readonly<Record<Role, Totals>>;

/** Short, so that both roles see the same conditions; also, storing pauses under load, so it pauses in all phases. */
const PHASE_MS = 40;
/** Counting starts after the calls from before the switch have ended. */
const SETTLE_MS = 5;

/** All orders, so that no role has an advantage by position. */
const ORDERS: readonly (readonly Role[])[] = [
  ['off', 'on', 'on', 'again'],
  ['again', 'on', 'on', 'off'],
  ['on', 'off', 'again', 'on'],
  ['on', 'again', 'off', 'on'],
];

const NONE: Totals = { calls: 0, ms: 0, cpu: 0 };

export interface Alternation {
  /** Called when a call has ended. */
  readonly count: () => void;
  /** Stops, and returns the totals. */
  readonly stop: () => TotalsByRole;
}

/** Switches recording on and off while calls are made. */
export function alternate(set: (isOn: boolean) => void): Alternation {
  const shares: Record<Role, Totals> = { off: NONE, on: NONE, again: NONE };
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
