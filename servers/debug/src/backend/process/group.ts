import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readStat } from './state.ts';

export interface GroupSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A program with three pipes in a process group of its own, so that it can be ended with everything it starts. */
export const spawnGroup = (spec: GroupSpec): ChildProcess => {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // Told by `exit` or by `pid` being undefined; unheard, they would end the server.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  if (child.pid !== undefined) started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
};

/** What was started here and has neither ended nor been let go. */
const started = new Set<ChildProcess>();

/** It is to go on when the server ends. */
export const forgetGroup = (child: ChildProcess): void => {
  started.delete(child);
};

// A client that has no patience, or a second Ctrl-C, ends the server while it still waits for a debugger to let go.
process.on('exit', () => {
  for (const { pid } of started) killGroup(pid);
});

/** Ends a group and what has left it but descends from it. */
export const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  const descendants = descendantsOf(pid);
  signal(-pid);
  for (const each of descendants) signal(each);
};

/** Ends one process and its descendants, but not its group, which may be somebody's shell. */
export const killTree = (pid: number): void => {
  const descendants = descendantsOf(pid);
  signal(pid);
  for (const each of descendants) signal(each);
};

/** Everything that a process has started and that still descends from it. */
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
    // It has ended already, which is what was wanted.
  }
};
