import { spawnSync } from 'node:child_process';

/*
 * Servers are started as leaders of their own process group, because the started process is often only a wrapper: `npx
 * x` runs npm, which runs sh, which runs node. A signal to the group reaches all of them, except daemons that leave the
 * group.
 */

const isWindows = process.platform === 'win32';

/** Whether the group has any process left. */
export function isGroupAlive(leader: number): boolean {
  return signalGroup(leader, 0);
}

/**
 * Signals every process of the group; returns `false` if none is left. Windows has no process groups, so there the
 * process tree is ended.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (isWindows && signal !== 0) {
    return spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true }).status === 0;
  }
  try {
    return process.kill(isWindows ? leader : -leader, signal);
  } catch {
    // ESRCH: no process left. EPERM: macOS reports it for a group that has only zombies left.
    return false;
  }
}

const guarded = new Set<number>();
const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends a group when this process exits, crashes or is signalled. The terminal's Ctrl-C does not reach the server,
 * because it is in another group.
 *
 * @returns a function that releases the guard.
 */
export function guardGroup(leader: number): () => void {
  if (guarded.size === 0) {
    process.on('exit', killGuarded);
    for (const signal of FATAL_SIGNALS) process.on(signal, onFatalSignal);
  }
  guarded.add(leader);
  return () => {
    if (!guarded.delete(leader) || guarded.size > 0) return;
    process.off('exit', killGuarded);
    for (const signal of FATAL_SIGNALS) process.off(signal, onFatalSignal);
  };
}

function killGuarded(): void {
  for (const leader of guarded) signalGroup(leader, 'SIGKILL');
}

function onFatalSignal(signal: NodeJS.Signals): void {
  // If the program has its own listener, it handles the signal itself.
  if (process.listenerCount(signal) > 1) return;
  killGuarded();
  // Our listener suppressed the signal's default effect, so restore it.
  process.off(signal, onFatalSignal);
  process.kill(process.pid, signal);
}
