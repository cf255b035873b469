import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  explainPort,
  type Program,
  type ProgramControl,
  type RunningServer,
  runProgram,
  serveHttp,
} from '@toolmark/kit/serve';
import { createNextcloud } from './http/create-nextcloud.ts';
import { type Account, HELP, parseCommand, type ServeOptions } from './options.ts';
import { createNextcloudServer } from './server.ts';
import { createStandIn, DEMO_PASSWORD, DEMO_USER } from './stand-in/create-stand-in.ts';
import { VERSION } from './version.ts';

/** The program `toolmark-nextcloud`: one command line, until it is told to stop. */
export function runNextcloud(argv: readonly string[]): Promise<void> {
  return runProgram(PROGRAM, parseCommand(argv, process.env));
}

/** The largest file that a tool may write, as base64, and the JSON around it. */
const MAX_BODY_BYTES = 48 * 1024 * 1024;

async function start(
  { isDemo, account, modules, port }: ServeOptions,
  { complain }: ProgramControl,
): Promise<RunningServer> {
  const standIn = isDemo ? await createStandIn({ hasSamples: true }) : undefined;
  const used = account ?? { url: standIn?.url ?? '', user: DEMO_USER, password: DEMO_PASSWORD };
  const nextcloud = createNextcloud({ ...used, authorization: () => basic(used) });
  const factory = () =>
    createNextcloudServer({ nextcloud: async () => nextcloud, ...(modules !== undefined && { modules }) });
  const onError = (error: Error): void => complain(error.message);
  if (port === undefined && process.stdin.isTTY)
    complain('waiting for an MCP client on stdin; --help tells how else it can be used.');
  const server =
    port === undefined
      ? serveStdio(factory, { onerror: onError })
      : await serveHttp(factory, { port, maxBodyBytes: MAX_BODY_BYTES, onError });
  if ('url' in server) process.stdout.write(`toolmark-nextcloud ready ${server.url}\n`);
  return {
    close: async () => {
      await server.close();
      await standIn?.close();
    },
  };
}

const basic = ({ user, password }: Account): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const PROGRAM: Program<ServeOptions> = {
  name: 'toolmark-nextcloud',
  version: VERSION,
  help: HELP,
  closeWithinMs: 3_000,
  start,
  explain: (error, { port }) => explainPort(error, port),
};
