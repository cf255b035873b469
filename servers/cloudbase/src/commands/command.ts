import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Endpoints } from '../cloud/endpoints.ts';
import { CloudBaseError } from '../errors.ts';
import { HELP, parseCommand, type ServeOptions } from '../options.ts';

/** The context of a command such as `login`. */
export interface CommandContext extends Machine {
  readonly options: ServeOptions;
  readonly endpoints: Endpoints;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The user's machine and terminal. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Writes a line to stdout. */
  readonly say: (line: string) => void;
  /** Writes a message to stderr. */
  readonly complain: (sentence: string) => void;
  /** Asks the user at the terminal; absent without a terminal. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string>;
}

export type RunCommand = (context: CommandContext) => Promise<number>;

export const EXIT = { good: 0, failed: 1, couldNotRun: 2, interrupted: 130 } as const;

/** The machine of this process. */
export function thisMachine(complain: Machine['complain']): Machine {
  return {
    env: process.env,
    home: homedir(),
    say: (line) => void process.stdout.write(`${line}\n`),
    complain,
    ...(process.stdin.isTTY && { ask: askAtTerminal }),
  };
}

/**
 * Runs a command with the options of the server, and returns the exit code. A failure is printed as one line to stderr.
 *
 * @example
 * process.exitCode = await runCommand(login, argv.slice(1), TENCENT, thisMachine(complain));
 */
export async function runCommand(
  command: RunCommand,
  argv: readonly string[],
  endpoints: Endpoints,
  machine: Machine,
): Promise<number> {
  const parsed = parseCommand(argv, machine.env, process.cwd());
  if (parsed.kind === 'problem') {
    machine.complain(parsed.message);
    return EXIT.couldNotRun;
  }
  if (parsed.kind !== 'serve') {
    machine.say(HELP.trimEnd());
    return EXIT.good;
  }
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await command({ ...machine, options: parsed.serve, endpoints, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof CloudBaseError)) throw error;
    machine.complain(error.message);
    return EXIT.failed;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function askAtTerminal(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // In raw mode the terminal sends no SIGINT, so Ctrl-C is handled here.
  terminal.once('SIGINT', () => process.emit('SIGINT'));
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}
