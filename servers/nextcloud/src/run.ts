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
import { warnOfPlainHttp } from './account/server-url.ts';
import { toBasic } from './account/to-basic.ts';
import { doctor } from './commands/doctor.ts';
import { findAccount } from './commands/find-account.ts';
import { login } from './commands/login.ts';
import { createEmulator, DEMO_PASSWORD, DEMO_USER } from './emulator/create-emulator.ts';
import { NextcloudError } from './errors.ts';
import { createNextcloud } from './http/create-nextcloud.ts';
import type { Nextcloud } from './http/nextcloud.ts';
import { findMissingApps } from './modules/missing-apps.ts';
import { MODULE_NAMES, type ModuleName } from './modules/module.ts';
import { MODULES } from './modules/modules.ts';
import { OAuthSetupError } from './oauth/issuer.ts';
import type { OAuthOptions } from './oauth/oauth-options.ts';
import { HELP, parseCommand, type ServeOptions } from './options.ts';
import type { Semantic } from './semantic/create-semantic.ts';
import { openSemantic } from './semantic/open-semantic.ts';
import { serveOAuth } from './serve-oauth.ts';
import { createNextcloudServer } from './server.ts';
import { createTelemetry } from './telemetry/create-telemetry.ts';
import { VERSION } from './version.ts';

/** The program `toolmark-nextcloud`: runs a command line until it ends or is stopped. */
export async function runNextcloud(argv: readonly string[]): Promise<void> {
  const [command, ...rest] = argv;
  if (command === 'login') process.exitCode = await login(rest, complainAs(PROGRAM.name));
  else if (command === 'doctor') process.exitCode = await doctor(rest, complainAs(PROGRAM.name));
  else await runProgram(PROGRAM, parseCommand(argv, process.env));
}

/** The maximum request body: the largest file that a tool writes, as base64, plus the JSON around it. */
const MAX_BODY_BYTES = 48 * 1024 * 1024;
/** The timeout for detecting installed apps at the start. */
const APPS_MS = 10_000;

/** A reason why the program cannot start, as a message for the user. */
class CannotStart extends Error {}

async function start(options: ServeOptions, control: ProgramControl): Promise<RunningServer> {
  return options.oauth === undefined
    ? startForAccount(options, control)
    : startForTokens(options, options.oauth, control);
}

async function startForTokens(
  options: ServeOptions,
  oauth: OAuthOptions,
  { complain }: ProgramControl,
): Promise<RunningServer> {
  const { port = 0, modules } = options;
  const semantic = openSemantic(options, { host: oauth.nextcloudUrl, modules: modules ?? MODULE_NAMES }, complain);
  try {
    const server = await serveOAuth({ oauth, port, maxBodyBytes: MAX_BODY_BYTES, modules, semantic, complain });
    process.stdout.write(`toolmark-nextcloud ready ${server.url}\n`);
    return {
      close: async () => {
        await server.close();
        await semantic?.close();
      },
    };
  } catch (error) {
    await semantic?.close();
    throw error;
  }
}

async function startForAccount(
  options: ServeOptions,
  { complain, signal, stop }: ProgramControl,
): Promise<RunningServer> {
  const { isDemo, port } = options;
  const emulator = isDemo ? await createEmulator({ hasSamples: true }) : undefined;
  let semantic: Semantic | undefined;
  try {
    const account = emulator
      ? { url: emulator.url, user: DEMO_USER, password: DEMO_PASSWORD }
      : await findAccount(options.account);
    if (typeof account === 'string') throw new CannotStart(account);
    const warning = warnOfPlainHttp(account.url);
    if (warning !== undefined) complain(warning);
    const { onRequest, use, guard, routes } = createTelemetry({ url: account.url, mode: 'basic' });
    const nextcloud = createNextcloud({ ...account, authorization: () => toBasic(account), onRequest });
    const installed = options.modules ?? (await installedModules(nextcloud, complain, signal));
    semantic = openSemantic(options, { host: account.url, modules: installed }, complain);
    semantic?.watch(nextcloud);
    const modules = semantic === undefined ? installed.filter((name) => name !== 'semantic') : installed;
    const factory = () =>
      createNextcloudServer({
        nextcloud: async () => nextcloud,
        modules,
        use: [use],
        ...(semantic !== undefined && { semantic }),
      });
    const onError = (error: Error): void => complain(error.message);
    if (port === undefined && process.stdin.isTTY)
      complain('waiting for an MCP client on stdin; --help shows the other commands.');
    const server =
      port === undefined
        ? serveStdio(factory, { onerror: onError })
        : await serveHttp(factory, { port, maxBodyBytes: MAX_BODY_BYTES, guards: [guard], routes, onError });
    // The emulator would keep the process running after the client disconnects.
    if (port === undefined) onEnd(process.stdin, stop);
    if ('url' in server) process.stdout.write(`toolmark-nextcloud ready ${server.url}\n`);
    return {
      close: async () => {
        await server.close();
        await semantic?.close();
        await emulator?.close();
      },
    };
  } catch (error) {
    await semantic?.close();
    await emulator?.close();
    throw error;
  }
}

/** Calls once: a second `stop` would end the process by force. */
function onEnd(input: NodeJS.ReadableStream, stop: () => void): void {
  let isTold = false;
  const tell = (): void => {
    if (!isTold) stop();
    isTold = true;
  };
  for (const event of ['end', 'close', 'error'] as const) input.once(event, tell);
}

/** The modules whose app is installed; all modules if that is unknown, so that each call reports the error. */
async function installedModules(
  nextcloud: Nextcloud,
  complain: (sentence: string) => void,
  stopped: AbortSignal,
): Promise<readonly ModuleName[]> {
  try {
    const missing = await findMissingApps(nextcloud, AbortSignal.any([stopped, AbortSignal.timeout(APPS_MS)]));
    if (missing.length > 0) complain(`tools are left out because their app is not installed: ${missing.join(', ')}.`);
    return MODULES.filter(({ app }) => app === undefined || !missing.includes(app)).map(({ name }) => name);
  } catch (error) {
    if (stopped.aborted) return [];
    const isExpected =
      error instanceof NextcloudError || (error instanceof DOMException && error.name === 'TimeoutError');
    if (!isExpected) throw error;
    complain(error.message);
    return MODULES.map(({ name }) => name);
  }
}

const PROGRAM: Program<ServeOptions> = {
  name: 'toolmark-nextcloud',
  version: VERSION,
  help: HELP,
  closeWithinMs: 3_000,
  start,
  explain: (error, { port }) =>
    error instanceof CannotStart || error instanceof OAuthSetupError ? error.message : explainPort(error, port),
};
