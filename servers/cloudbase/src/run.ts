import { stat } from 'node:fs/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  explainPort,
  type Program,
  type ProgramControl,
  type RunningServer,
  runProgram,
  serveHttp,
} from '@toolmark/kit/serve';
import { logCalls } from './log-calls.ts';
import { MODULES } from './modules/modules.ts';
import { openServices } from './open-services.ts';
import { HELP, parseCommand, type ServeOptions } from './options.ts';
import { createCloudBaseServer } from './server.ts';
import { VERSION } from './version.ts';

/** The program `toolmark-cloudbase`: one command line, until it is told to stop. */
export async function runCloudBase(argv: readonly string[]): Promise<void> {
  await runProgram(PROGRAM, parseCommand(argv, process.env, process.cwd()));
}

/** The largest file that a tool may write, as base64, and the JSON around it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Why the program cannot start, in one sentence. */
class CannotStart extends Error {}

async function start(options: ServeOptions, control: ProgramControl): Promise<RunningServer> {
  const { complain } = control;
  const folder = await stat(options.workspace).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CannotStart(`--workspace: there is no folder ${options.workspace}.`);
  const { services, consent, close } = await openServices(options, complain);
  try {
    if (options.isUnattended) complain(unattendedNotice());
    const use = options.isVerbose ? [logCalls(complain)] : [];
    const server = await listen(() => createCloudBaseServer({ services, consent, use }), options, control);
    return {
      close: async () => {
        // Open questions first: a call that waits for an answer would keep the server open.
        await services.dialogs.close();
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(
  factory: () => ReturnType<typeof createCloudBaseServer>,
  { port }: ServeOptions,
  { complain, stop }: ProgramControl,
): Promise<RunningServer> {
  const onError = (error: Error): void => complain(error.message);
  if (port !== undefined) {
    const server = await serveHttp(factory, { port, maxBodyBytes: MAX_BODY_BYTES, onError });
    process.stdout.write(`toolmark-cloudbase ready ${server.url}\n`);
    return server;
  }
  if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help tells how else it can be used.');
  // A client that has gone closes its end of the pipes. The emulator would keep the process alive.
  let isStopping = false;
  const stopOnce = (): void => {
    if (!isStopping) stop();
    isStopping = true;
  };
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, stopOnce);
  process.stdout.once('error', stopOnce);
  return serveStdio(factory, { onerror: onError });
}

function unattendedNotice(): string {
  const guarded = MODULES.flatMap(({ tools }) => tools).filter(({ isGuarded }) => isGuarded);
  return `unattended: nobody is asked before something is overwritten or deleted; ${guarded.length} tools declare that they are destructive.`;
}

const PROGRAM: Program<ServeOptions> = {
  name: 'toolmark-cloudbase',
  version: VERSION,
  help: HELP,
  // A function of the emulator may be running.
  closeWithinMs: 5_000,
  start,
  explain: (error, { port }) => (error instanceof CannotStart ? error.message : explainPort(error, port)),
};
