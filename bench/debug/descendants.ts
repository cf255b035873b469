import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies a process even after its id was reused. */
export interface Known {
  readonly pid: number;
  readonly startedAt: string;
}

/** The time for a server's child processes to exit after it. */
const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** A process and its running descendants. Empty without /proc. */
export function descendantsOf(root: number): readonly Known[] {
  const all = pids().flatMap((pid) => {
    const facts = factsOf(pid);
    return facts === undefined ? [] : [{ pid, ...facts }];
  });
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid)).map(({ pid, startedAt }) => ({ pid, startedAt }));
}

/** Ends the processes that remain after a while, by id; returns their number. */
export async function endLeftovers(known: readonly Known[]): Promise<number> {
  const isThere = ({ pid, startedAt }: Known): boolean => {
    const facts = factsOf(pid);
    return facts !== undefined && facts.startedAt === startedAt && facts.state !== 'Z';
  };
  const until = performance.now() + GRACE_MS;
  while (known.some(isThere) && performance.now() < until) await sleep(LOOK_EVERY_MS);
  const left = known.filter(isThere);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
  return left.length;
}

function pids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function factsOf(
  pid: number,
): { readonly state: string; readonly parent: number; readonly startedAt: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
