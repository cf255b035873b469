import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that cannot be mistaken for a later one of the same number. */
export interface Known {
  readonly pid: number;
  readonly startedAt: string;
}

/** How long what a server has started may take to follow it. */
const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** A process and everything it has started that still runs. Nothing where there is no /proc. */
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

/** Ends those that are still there after a while, each by its number; says how many that were. */
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
      // It has gone by itself.
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
    // The name is in brackets and may have spaces and brackets in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
