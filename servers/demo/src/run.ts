import { homedir } from 'node:os';
import { explainPort, type Program, type ProgramControl, type RunningServer, runProgram } from '@toolmark/kit/serve';
import { DemoError } from './errors.ts';
import { HELP, parseCommand, type ServeOptions } from './options.ts';
import { startHttp } from './serve/http.ts';
import { startStdio } from './serve/stdio.ts';
import { isErrno } from './store/errno.ts';
import { openStore } from './store/store.ts';
import { VERSION } from './version.ts';

/** The program `toolmark-demo`: runs one command line until it is stopped. */
export function runDemo(argv: readonly string[]): Promise<void> {
  return runProgram(PROGRAM, parseCommand(argv, { env: process.env, home: homedir() }));
}

async function start({ dir, port }: ServeOptions, { complain }: ProgramControl): Promise<RunningServer> {
  if (port === undefined) {
    const store = await openStore({ dir });
    if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help shows the other commands.');
    return startStdio(store);
  }
  const http = await startHttp(() => openStore({ dir }), { port, onError: (error) => complain(error.message) });
  process.stdout.write(`toolmark-demo ready ${http.url}\n`);
  return http;
}

/** Any other error is a bug, and is shown with its stack. */
function explain(error: unknown, { dir, port }: ServeOptions): string | undefined {
  if (error instanceof DemoError) return error.message;
  return explainPort(error, port) ?? (isErrno(error) ? `cannot use ${dir}: ${error.message}.` : undefined);
}

const PROGRAM: Program<ServeOptions> = {
  name: 'toolmark-demo',
  version: VERSION,
  help: HELP,
  closeWithinMs: 3_000,
  start,
  explain,
};
