import { spawnSync } from 'node:child_process';

/*
 * A server is started as the leader of its own process group, because what is started is often not the server:
 * `npx x` runs npm, which runs sh, which runs node. Signalling the group reaches all of them. A process that leaves the
 * group on purpose (a daemon) is out of reach.
 */

const isWindows = process.platform === 'win32';

/** Whether any process of the group is left. */
export function isGroupAlive(leader: number): boolean {
  return signalGroup(leader, 0);
}

/** Signals every process of the group; `false` when none is left. Windows has no groups, there the tree is ended. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (isWindows && signal !== 0) {
    return spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true }).status === 0;
  }
  try {
    return process.kill(isWindows ? leader : -leader, signal);
  } catch {
    // ESRCH: nobody left. EPERM: macOS says so of a group in which only zombies are left.
    return false;
  }
}

const guarded = new Set<number>();
const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes sure that a group does not outlive this process, whether it exits, crashes or is signalled. Being in another
 * group, the server does not hear the terminal's Ctrl-C itself.
 *
 * @returns the function that lifts the guard.
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
  // With another listener the program handles the signal itself, by cancelling or by exiting.
  if (process.listenerCount(signal) > 1) return;
  killGuarded();
  // Our listener is what kept the signal from its default effect, so the effect is ours to restore.
  process.off(signal, onFatalSignal);
  process.kill(process.pid, signal);
}
