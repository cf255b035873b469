import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { whenSpawned } from '../../backend/process/child.ts';
import { killGroup, spawnGroup } from '../../backend/process/group.ts';
import { createScratch } from '../../backend/process/scratch.ts';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';

export interface ServerSpec {
  /** The display name: `pyright`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A language server in its own process group. */
export interface ServerProcess {
  readonly pid: number;
  readonly input: Readable;
  readonly output: Writable;
  /** Settles when it has exited, with a sentence about how. */
  readonly ended: Promise<string>;
  /** Kills it with all child processes, and waits until they have exited. */
  readonly kill: () => Promise<void>;
}

export async function startServer({ name, command, args, cwd }: ServerSpec): Promise<Found<ServerProcess>> {
  const scratch = await createScratch();
  const child = spawnGroup({ command, args, cwd, env: { ...process.env, TMPDIR: scratch.path } });
  const problem = await whenSpawned(child);
  const { pid, stdin, stdout, stderr } = child;
  if (problem !== undefined || pid === undefined || stdin === null || stdout === null || stderr === null) {
    await scratch.clear();
    return err({ code: 'LOAD_FAILED', message: `${name} could not be started (${command}): ${problem}` });
  }
  let stderrTail = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-LIMITS.stderrTail);
  });
  const killNow = (): void => killGroup(pid);
  const exited = once(child, 'exit');
  const ended = exited.then(async ([code, signal]) => {
    // Its child processes would otherwise outlive it.
    killNow();
    await scratch.clear();
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    return `${name} ended ${how}${stderrTail.trim() === '' ? '' : `: ${stderrTail.trim()}`}`;
  });
  return ok({
    pid,
    input: stdout,
    output: stdin,
    ended,
    kill: async () => {
      killNow();
      await ended;
    },
  });
}
