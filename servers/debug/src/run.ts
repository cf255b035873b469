import { complain } from './complain.ts';
import { createDebugger, type DebuggerProgram } from './create-debugger.ts';
import { type Command, HELP, parseCommand, type ServeCommand } from './options.ts';
import { describeHit } from './resources/announce.ts';
import { startHttp } from './serve/http.ts';
import { type RunningServer, startStdio } from './serve/stdio.ts';
import { createToken } from './serve/token.ts';
import { VERSION } from './version.ts';

/** How long closing may take before the process ends anyway: letting go of a program may take ten seconds. */
const CLOSE_DEADLINE_MS = 13_000;
const COULD_NOT_RUN = 2;

/** The program `toolmark-debug`: one command line, until it is told to stop. */
export async function runDebug(argv: readonly string[]): Promise<void> {
  const command: Command = parseCommand(argv, process.env);
  switch (command.kind) {
    case 'help':
      process.stdout.write(HELP);
      break;
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      break;
    case 'problem':
      complain(`${command.message} See toolmark-debug --help.`);
      process.exitCode = COULD_NOT_RUN;
      break;
    case 'serve':
      await serve(command);
  }
}

async function serve(command: ServeCommand): Promise<void> {
  const debug = createDebugger();
  if (command.logsToStderr) logToStderr(debug);
  let server: RunningServer | undefined;
  const close = closeOnce(async () => {
    // The program first: a client that is told of the end is told the truth.
    await debug.close();
    await server?.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
  try {
    server = await start(debug, command, close);
  } catch (error) {
    if (!isErrno(error)) throw error;
    const inUse = error.code === 'EADDRINUSE';
    complain(
      inUse
        ? `port ${command.port} is in use; give another with --http PORT, or 0 for any free one.`
        : `cannot use port ${command.port}: ${error.message}.`,
    );
    process.exitCode = COULD_NOT_RUN;
  }
}

async function start(debug: DebuggerProgram, command: ServeCommand, close: () => void): Promise<RunningServer> {
  const { port, withCode } = command;
  if (port === undefined) {
    if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help tells how else it can be used.');
    return startStdio(debug, { withCode, onEnd: close });
  }
  const token = command.token ?? createToken();
  const http = await startHttp(debug, { port, token, withCode, onError: (error) => complain(error.message) });
  process.stdout.write(`toolmark-debug ready ${http.url}\n`);
  if (command.token === undefined) process.stdout.write(`Send with every request: Authorization: Bearer ${token}\n`);
  return http;
}

/** The first call closes and ends the process; a second, as with a second Ctrl-C, does not wait. */
function closeOnce(work: () => Promise<void>): () => void {
  let isClosing = false;
  return () => {
    if (isClosing) process.exit(130);
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref();
    work().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
}

function logToStderr({ engine }: DebuggerProgram): void {
  engine.onEvent((event) => {
    if (event.kind === 'log') process.stderr.write(`${event.level} ${event.logger}: ${oneLine(event.message)}\n`);
    if (event.kind === 'hit') process.stderr.write(`info breakpoints: ${oneLine(describeHit(event.hit))}\n`);
  });
}

/** What a program says must not look like another line of the log, nor move the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
