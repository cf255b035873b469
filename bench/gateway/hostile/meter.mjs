// node --import meter.mjs: measures the longest stretch of CPU time that the main thread of a process spends without letting
// anything else have its turn. Unlike the time on the clock, it does not depend on who else uses the machine. On SIGUSR2 it is
// appended to the file that METER_FILE names, and begins anew.
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
