import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the thread checks whether it is idle. */
const CHECK_MS = 10_000;
/** A thread that is busy for less than this share of the interval counts as idle. */
const IDLE_SHARE = 0.05;

/**
 * Returns this thread's free memory to the operating system once it becomes idle. V8 does so only under memory
 * pressure, so a gateway that was busy once would keep several times the memory it needs. One collection takes about 40
 * ms. Returns a function that stops the checks.
 */
export function startIdleCollector(): () => void {
  const checkIdle = createIdleCheck(createUtilization(), collectAll);
  const timer = setInterval(checkIdle, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Returns a check that collects once after each busy period.
 *
 * @param utilization the share of the time since its last call in which the thread was busy
 */
export function createIdleCheck(utilization: () => number, collect: () => void): () => void {
  // Startup counts as a busy period.
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
  // An ordinary collection keeps the freed pages for reuse.
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
