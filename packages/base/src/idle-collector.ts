import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it looks whether this thread is idle. */
const CHECK_MS = 10_000;
/** A thread that is busy for less than this share of the time counts as idle. */
const IDLE_SHARE = 0.05;

/**
 * Returns the memory of this thread to the operating system once it has become idle. V8 does so only when it needs memory elsewhere:
 * a gateway that was busy once would keep several times what it needs. One collection takes some 40 ms. Returns what stops it.
 */
export function startIdleCollector(): () => void {
  const checkIdle = createIdleCheck(createUtilization(), collectAll);
  const timer = setInterval(checkIdle, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Returns a check that collects once after each busy time.
 *
 * @param utilization the share of the time since its last call in which the thread was busy
 */
export function createIdleCheck(utilization: () => number, collect: () => void): () => void {
  // Starting is work too.
  let wasBusy = true;
  return () => {
    const isBusy = utilization() > IDLE_SHARE;
    if (wasBusy && !isBusy) collect();
    wasBusy = isBusy;
  };
}

function createUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  // An ordinary collection keeps the freed pages for later.
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
