import { readFileSync } from 'node:fs';
import type { Command } from './command-line.ts';

/** A server that runs until it is closed. */
export interface RunningServer {
  close(): Promise<void>;
}

/** A server as a program that a person or a client starts. */
export interface Program<Serve> {
  /** The program's name on the command line. */
  readonly name: string;
  readonly version: string;
  readonly help: string;
  /** The time for closing, after which the process exits anyway. */
  readonly closeWithinMs: number;
  readonly start: (serve: Serve, control: ProgramControl) => Promise<RunningServer>;
  /** One sentence about why it cannot run; `undefined` for a bug, which is then shown with its stack. */
  readonly explain: (error: unknown, serve: Serve) => string | undefined;
}

/** Control functions for a running server. */
export interface ProgramControl {
  /** Prints one sentence on stderr. */
  readonly complain: (sentence: string) => void;
  /** Closes the server and exits, like Ctrl-C. A second call exits at once. */
  readonly stop: () => void;
  /** Aborted when the program is stopped, so that a waiting start ends at once. */
  readonly signal: AbortSignal;
}

const COULD_NOT_RUN = 2;

/**
 * Runs the parsed command; a server runs until it is stopped.
 *
 * @example
 * await runProgram(program, readCommandLine(process.argv.slice(2), commandLine));
 */
export async function runProgram<Serve>(program: Program<Serve>, command: Command<Serve>): Promise<void> {
  const { name, version, help } = program;
  const complain = complainAs(name);
  switch (command.kind) {
    case 'help':
      process.stdout.write(help);
      break;
    case 'version':
      process.stdout.write(`${version}\n`);
      break;
    case 'problem':
      complain(`${command.message} See ${name} --help.`);
      process.exitCode = COULD_NOT_RUN;
      break;
    case 'serve':
      await serve(program, command.serve, complain);
  }
}

/**
 * Prints a sentence on stderr, prefixed with the program's name; stdout belongs to the protocol.
 *
 * @example
 * complainAs('notes')('the folder is gone.'); // notes: the folder is gone.
 */
export function complainAs(name: string): (sentence: string) => void {
  return (sentence) => void process.stderr.write(`${name}: ${sentence}\n`);
}

async function serve<Serve>(
  { start, explain, closeWithinMs }: Program<Serve>,
  asked: Serve,
  complain: ProgramControl['complain'],
): Promise<void> {
  const started = Promise.withResolvers<RunningServer>();
  // Prevent an unhandled rejection if `stop` is never called.
  started.promise.catch(() => undefined);
  const stopping = new AbortController();
  const stop = closeOnce(async () => {
    stopping.abort();
    await (await started.promise).close();
  }, closeWithinMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    started.resolve(await start(asked, { complain, stop, signal: stopping.signal }));
  } catch (error) {
    started.reject(error);
    const sentence = explain(error, asked);
    if (sentence === undefined) throw error;
    complain(sentence);
    process.exitCode = COULD_NOT_RUN;
  }
}

/** The first call closes and exits; the second exits at once. */
function closeOnce(close: () => Promise<void>, withinMs: number): () => void {
  let isClosing = false;
  return () => {
    if (isClosing) process.exit(130);
    isClosing = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
}

/** Explains why a port cannot be used, in one sentence; `undefined` for any other failure. */
export function explainPort(error: unknown, port: number | undefined): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') return undefined;
  return 'code' in error && error.code === 'EADDRINUSE'
    ? `port ${port} is in use; give another with --http PORT, or 0 for any free one.`
    : `cannot use port ${port}: ${error.message}.`;
}

/**
 * The version from the package.json one folder above the module, which works in `src/` and `dist/`.
 *
 * @example
 * export const VERSION: string = readVersion(import.meta.url);
 */
export function readVersion(moduleUrl: string): string {
  const text = readFileSync(new URL('../package.json', moduleUrl), 'utf8');
  // The package's own file, so its shape is known.
  return (JSON.parse(text) as { readonly version: string }).version;
}
