import { readFileSync } from 'node:fs';
import type { Command } from './command-line.ts';

/** A server that runs until it is closed. */
export interface RunningServer {
  close(): Promise<void>;
}

/** A server as a program that a person or a client starts. */
export interface Program<Serve> {
  /** What it is called on the command line. */
  readonly name: string;
  readonly version: string;
  readonly help: string;
  /** How long closing may take before the process ends anyway. */
  readonly closeWithinMs: number;
  readonly start: (serve: Serve, control: ProgramControl) => Promise<RunningServer>;
  /** One sentence about why it cannot run; `undefined` for what is a bug, and shows as one. */
  readonly explain: (error: unknown, serve: Serve) => string | undefined;
}

/** What a server can do to its program. */
export interface ProgramControl {
  /** Says one sentence on stderr. */
  readonly complain: (sentence: string) => void;
  /** Closes the server and ends the process, as Ctrl-C does. A second time does not wait. */
  readonly stop: () => void;
}

const COULD_NOT_RUN = 2;

/**
 * Does what a command line asks for; a server runs until it is told to stop.
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
 * Says one sentence on stderr in the name of a program; stdout belongs to the protocol.
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
  // Nobody waits for it where nothing stops the program.
  started.promise.catch(() => undefined);
  const stop = closeOnce(async () => (await started.promise).close(), closeWithinMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    started.resolve(await start(asked, { complain, stop }));
  } catch (error) {
    started.reject(error);
    const sentence = explain(error, asked);
    if (sentence === undefined) throw error;
    complain(sentence);
    process.exitCode = COULD_NOT_RUN;
  }
}

/** The first call closes and ends the process; the second does not wait. */
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

/** Why a port cannot be had, in one sentence; `undefined` for any other failure. */
export function explainPort(error: unknown, port: number | undefined): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') return undefined;
  return 'code' in error && error.code === 'EADDRINUSE'
    ? `port ${port} is in use; give another with --http PORT, or 0 for any free one.`
    : `cannot use port ${port}: ${error.message}.`;
}

/**
 * The version in the package.json one folder above the module: from `src/` and from `dist/` alike.
 *
 * @example
 * export const VERSION: string = readVersion(import.meta.url);
 */
export function readVersion(moduleUrl: string): string {
  const text = readFileSync(new URL('../package.json', moduleUrl), 'utf8');
  // The author's own file, so its shape is known.
  return (JSON.parse(text) as { readonly version: string }).version;
}
