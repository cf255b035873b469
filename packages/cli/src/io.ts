import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** Everything outside that a command touches, handed in so that a test can look at it. */
export interface Io {
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Sleeps, unless interrupted; a real timer where it is left out. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** How this very program is started. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  /** The process's own, for `toolmark stdio`, which is talked to on them. */
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
}

export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Sleeps for a while, or until Ctrl-C. */
export async function sleep(milliseconds: number, io: Pick<Io, 'wait' | 'signal'>): Promise<void> {
  if (io.wait !== undefined) return await io.wait(milliseconds);
  await setTimeout(milliseconds, undefined, { signal: io.signal }).catch(() => {});
}

/** How a command ended, as its exit code. */
export const EXIT = { clean: 0, findings: 1, couldNotRun: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How wide the text may be. Behind a pipe the terminal is still there on stderr; COLUMNS says so where it is set. */
export function columnsOf({ stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>, otherwise: number): number {
  const stated = Number(env['COLUMNS']);
  // A terminal that was never told its size says 0.
  return stdout.columns || stderr.columns || (Number.isInteger(stated) && stated > 0 ? stated : otherwise);
}

/** Whether to colour what goes to an output: a person's wish first, then the conventions, then the terminal. */
export function wantsColor(output: Output, env: Io['env'], wish: boolean | undefined): boolean {
  if (wish !== undefined) return wish;
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
