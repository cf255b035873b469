import { readFile } from 'node:fs/promises';

/** Longer than any real chain of parents. */
const MAX = 64;

/** Whether a process is an ancestor of this one, as a client on stdin and stdout is. */
export async function isAncestor(pid: number): Promise<boolean> {
  let parent: number | undefined = process.ppid;
  for (let steps = 0; steps < MAX && parent !== undefined && parent > 0; steps += 1) {
    if (parent === pid) return true;
    parent = await parentOf(parent);
  }
  return false;
}

async function parentOf(pid: number): Promise<number | undefined> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Fields after the name, which may contain anything: the state, then the parent.
  const parent = facts
    ?.slice(facts.lastIndexOf(')') + 1)
    .trim()
    .split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}
