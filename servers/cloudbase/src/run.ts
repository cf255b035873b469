import { stat } from 'node:fs/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  complainAs,
  explainPort,
  type Program,
  type ProgramControl,
  type RunningServer,
  runProgram,
  serveHttp,
} from '@toolmark/kit/serve';
import { type Endpoints, TENCENT } from './cloud/endpoints.ts';
import { runCommand, thisMachine } from './commands/command.ts';
import { doctor } from './commands/doctor.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { logCalls } from './log-calls.ts';
import { MODULES } from './modules/modules.ts';
import { openServices } from './open-services.ts';
import { HELP, parseCommand, type ServeOptions } from './options.ts';
import { createCloudBaseServer } from './server.ts';
import { VERSION } from './version.ts';

export interface ProgramOptions {
  /** The endpoints of CloudBase, if not Tencent's. */
  readonly endpoints?: Endpoints;
}

const COMMANDS = new Map([
  ['login', login],
  ['logout', logout],
  ['doctor', doctor],
]);

/** The program `toolmark-cloudbase`: runs a command line until it ends or is stopped. */
export async function runCloudBase(
  argv: readonly string[],
  { endpoints = TENCENT }: ProgramOptions = {},
): Promise<void> {
  const [name = '', ...rest] = argv;
  const command = COMMANDS.get(name);
  if (command !== undefined)
    process.exitCode = await runCommand(command, rest, endpoints, thisMachine(complainAs(NAME)));
  else await runProgram(createProgram(endpoints), parseCommand(argv, process.env, process.cwd()));
}

const NAME = 'toolmark-cloudbase';

/** The maximum request body: the 8 MB of documents that a tool takes, as JSON within JSON. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A reason why the program cannot start, as a message for the user. */
class CannotStart extends Error {}

async function start(options: ServeOptions, endpoints: Endpoints, control: ProgramControl): Promise<RunningServer> {
  const { complain } = control;
  const folder = await stat(options.workspace).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CannotStart(`--workspace: there is no folder ${options.workspace}.`);
  const { services, consent, close } = await openServices(options, endpoints, complain);
  try {
    if (options.isUnattended) complain(unattendedNotice());
    const use = options.isVerbose ? [logCalls(complain)] : [];
    const server = await listen(() => createCloudBaseServer({ services, consent, use }), options, control);
    return {
      close: async () => {
        // Close open questions first: a call that waits for an answer would keep the server open.
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
    process.stdout.write(`${NAME} ready ${server.url}\n`);
    return server;
  }
  if (process.stdin.isTTY) complain('waiting for an MCP client on stdin; --help shows the other commands.');
  // Stop when the client closes the pipes; the emulator would keep the process running.
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
  return `unattended: data is overwritten and deleted without asking; ${guarded.length} tools declare that they are destructive.`;
}

const createProgram = (endpoints: Endpoints): Program<ServeOptions> => ({
  name: NAME,
  version: VERSION,
  help: HELP,
  // A function of the emulator may be running.
  closeWithinMs: 5_000,
  start: (options, control) => start(options, endpoints, control),
  explain: (error, { port }) => (error instanceof CannotStart ? error.message : explainPort(error, port)),
});
