import {
  createToken,
  explainPort,
  type Program,
  type ProgramControl,
  type RunningServer,
  runProgram,
} from '@toolmark/kit/serve';
import { createDebugger, type DebuggerProgram } from './create-debugger.ts';
import { HELP, parseCommand, type ServeOptions } from './options.ts';
import { describeHit } from './resources/announce.ts';
import { startHttp } from './serve/http.ts';
import { startStdio } from './serve/stdio.ts';
import { VERSION } from './version.ts';

/** The program `toolmark-debug`: runs one command line until it is stopped. */
export function runDebug(argv: readonly string[]): Promise<void> {
  return runProgram(PROGRAM, parseCommand(argv, process.env));
}

async function start(options: ServeOptions, control: ProgramControl): Promise<RunningServer> {
  const debug = createDebugger();
  if (options.logsToStderr) logToStderr(debug);
  const server = await listen(debug, options, control);
  return {
    close: async () => {
      // Close the debuggee first, so that its end is reported to clients.
      await debug.close();
      await server.close();
    },
  };
}

async function listen(
  debug: DebuggerProgram,
  { port, token: given, withCode }: ServeOptions,
  { complain, stop }: ProgramControl,
): Promise<RunningServer> {
  if (port === undefined) {
    if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help tells how else it can be used.');
    return startStdio(debug, { withCode, onEnd: stop });
  }
  const token = given ?? createToken();
  const http = await startHttp(debug, { port, token, withCode, onError: (error) => complain(error.message) });
  process.stdout.write(`toolmark-debug ready ${http.url}\n`);
  if (given === undefined) process.stdout.write(`Send with every request: Authorization: Bearer ${token}\n`);
  return http;
}

const PROGRAM: Program<ServeOptions> = {
  name: 'toolmark-debug',
  version: VERSION,
  help: HELP,
  // Detaching from a program may take ten seconds.
  closeWithinMs: 13_000,
  start,
  explain: (error, { port }) => explainPort(error, port),
};

function logToStderr({ engine }: DebuggerProgram): void {
  engine.onEvent((event) => {
    if (event.kind === 'log') process.stderr.write(`${event.level} ${event.logger}: ${oneLine(event.message)}\n`);
    if (event.kind === 'hit') process.stderr.write(`info breakpoints: ${oneLine(describeHit(event.hit))}\n`);
  });
}

/** A program's message must not imitate another log line or move the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
