import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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
  return child;
};

/** `undefined` once it runs, else why it does not. */
export const whenSpawned = (child: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) => resolve(error.message));
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

/** What the kernel says of a process; the name in brackets may hold anything, so it is cut off from behind. */
export const readStat = (pid: number): { readonly state: string; readonly parent: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
};

export const isRunning = (pid: number): boolean => {
  const state = readStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
};

const signal = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already, which is what was wanted.
  }
};
