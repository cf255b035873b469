import { readFile } from 'node:fs/promises';

/** No chain of processes is that long. */
const MOST = 64;

/** Whether a process started this one, be it by way of others. The client is one of these where it speaks on stdin and stdout. */
export async function isAncestor(pid: number): Promise<boolean> {
  let parent: number | undefined = process.ppid;
  for (let steps = 0; steps < MOST && parent !== undefined && parent > 0; steps += 1) {
    if (parent === pid) return true;
    parent = await parentOf(parent);
  }
  return false;
}

async function parentOf(pid: number): Promise<number | undefined> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // After the name, in which anything may stand: the state, then the parent.
  const parent = facts
    ?.slice(facts.lastIndexOf(')') + 1)
    .trim()
    .split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}
