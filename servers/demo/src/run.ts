import { homedir } from 'node:os';
import { complain } from './complain.ts';
import { DemoError } from './errors.ts';
import { type Command, HELP, parseCommand } from './options.ts';
import { startHttp } from './serve/http.ts';
import { type RunningServer, startStdio } from './serve/stdio.ts';
import { isErrno } from './store/errno.ts';
import { openStore } from './store/store.ts';
import { VERSION } from './version.ts';

/** How long closing may take before the process ends anyway. */
const CLOSE_DEADLINE_MS = 3_000;
const COULD_NOT_RUN = 2;

/** The program `toolmark-demo`: one command line, until it is told to stop. */
export async function runDemo(argv: readonly string[]): Promise<void> {
  const command = parseCommand(argv, { env: process.env, home: homedir() });
  switch (command.kind) {
    case 'help':
      process.stdout.write(HELP);
      break;
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      break;
    case 'problem':
      complain(`${command.message} See toolmark-demo --help.`);
      process.exitCode = COULD_NOT_RUN;
      break;
    case 'serve':
      await serve(command);
  }
}

async function serve(options: Extract<Command, { kind: 'serve' }>): Promise<void> {
  try {
    closeOnSignal(await start(options));
  } catch (error) {
    complain(explain(error, options));
    process.exitCode = COULD_NOT_RUN;
  }
}

async function start({ dir, port }: Extract<Command, { kind: 'serve' }>): Promise<RunningServer> {
  if (port === undefined) {
    const store = await openStore({ dir });
    if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help tells how else it can be used.');
    return startStdio(store);
  }
  const http = await startHttp(() => openStore({ dir }), { port, onError: (error) => complain(error.message) });
  process.stdout.write(`toolmark-demo ready ${http.url}\n`);
  return http;
}

/** The first Ctrl-C closes; the second does not wait. */
function closeOnSignal(server: RunningServer): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) process.exit(130);
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref();
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
}

/** One sentence about why it cannot run. What is no refusal and no fault of the system is a bug, and shows as one. */
function explain(error: unknown, { dir, port }: Extract<Command, { kind: 'serve' }>): string {
  if (error instanceof DemoError) return error.message;
  if (isErrno(error, 'EADDRINUSE'))
    return `port ${port} is in use; give another with --http PORT, or 0 for any free one.`;
  if (isErrno(error)) return `cannot use ${error.syscall === 'listen' ? `port ${port}` : dir}: ${error.message}.`;
  throw error;
}
