import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { unguardGroup } from './guard.ts';
import { readStat } from './state.ts';

export interface GroupSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a program with three pipes in its own process group, so that it can be killed with all its child processes.
 */
export const spawnGroup = (spec: GroupSpec): ChildProcess => {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // `exit` or an undefined `pid` reports the error; without a listener it would crash the server.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  if (child.pid !== undefined) started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
};

/** Processes started here that have neither exited nor been released. */
const started = new Set<ChildProcess>();

/** Releases a group, so that it survives the server's exit. */
export const forgetGroup = (child: ChildProcess): void => {
  started.delete(child);
  unguardGroup(child);
};

// An impatient client, or a second Ctrl-C, may end the server while it waits for a debugger to detach.
process.on('exit', () => {
  for (const { pid } of started) killGroup(pid);
});

/** Kills a group, and descendants that have left it. */
export const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  const descendants = descendantsOf(pid);
  signal(-pid);
  for (const each of descendants) signal(each);
};

/** Kills one process and its descendants, but not its group, which may be a user's shell. */
export const killTree = (pid: number): void => {
  const descendants = descendantsOf(pid);
  signal(pid);
  for (const each of descendants) signal(each);
};

/** All descendants of a process. */
const descendantsOf = (pid: number): readonly number[] => {
  const parents = readParents();
  const found: number[] = [];
  for (let todo = [pid]; todo.length > 0; ) {
    todo = [...parents].filter(([, parent]) => todo.includes(parent)).map(([child]) => child);
    found.push(...todo);
  }
  return found;
};

const readParents = (): ReadonlyMap<number, number> => {
  const parents = new Map<number, number>();
  for (const entry of listProcesses()) {
    const stat = readStat(entry);
    if (stat !== undefined) parents.set(entry, stat.parent);
  }
  return parents;
};

const listProcesses = (): readonly number[] => {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
};

const signal = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
};
