import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A command's environment, which tests replace. */
export interface Io {
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Sleeps until interrupted; by default with a real timer. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** How this program was started. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  /** The process's own streams, for `toolmark stdio`. */
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
}

export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Sleeps for a time, or until Ctrl-C. */
export async function sleep(milliseconds: number, io: Pick<Io, 'wait' | 'signal'>): Promise<void> {
  if (io.wait !== undefined) return await io.wait(milliseconds);
  await setTimeout(milliseconds, undefined, { signal: io.signal }).catch(() => {});
}

/** Exit codes. */
export const EXIT = { clean: 0, findings: 1, couldNotRun: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The width of the output. In a pipe, stderr may still be a terminal; COLUMNS takes precedence if set. */
export function columnsOf({ stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>, otherwise: number): number {
  const stated = Number(env['COLUMNS']);
  // A terminal of unknown size reports 0.
  return stdout.columns || stderr.columns || (Number.isInteger(stated) && stated > 0 ? stated : otherwise);
}

/** Whether to use colours: by option, then by convention, then by terminal. */
export function wantsColor(output: Output, env: Io['env'], wish: boolean | undefined): boolean {
  if (wish !== undefined) return wish;
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
