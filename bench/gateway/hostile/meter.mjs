// node --import meter.mjs: measures the longest uninterrupted CPU time of a process's main thread. Unlike wall-clock
// time, it does not depend on other load. On SIGUSR2 it appends the value to the file METER_FILE, and starts over.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;

if (isMainThread) {
  let [before, longest] = [cpuMs(), 0];
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, TICK_MS).unref();
  process.on('SIGUSR2', () => {
    appendFileSync(process.env.METER_FILE, `${Math.max(longest, cpuMs() - before).toFixed(1)}\n`);
    [before, longest] = [cpuMs(), 0];
  });
}

function cpuMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
