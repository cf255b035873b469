import { err, type Result } from '@toolmark/annotations';
import { type Server, upstreamSignInSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Command } from 'commander';
import { hasPerson } from './ask-person.ts';
import type { DefineOptions } from './commands.ts';
import { addressOptions } from './find-gateway.ts';
import type { GatewayClient } from './gateway-client.ts';
import {
  type AskOptions,
  ask,
  type CommandFailure,
  type CommandOutput,
  output,
  withAskOptions,
} from './gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { openBrowser } from './open-browser.ts';
import { parseLimit } from './options/parse.ts';
import { waitForSignIn, waitUntilConnected } from './servers-login-wait.ts';
import { plural } from './text/amounts.ts';
import { withHelpText } from './text/help-text.ts';
import { shellWord } from './text/shell-word.ts';

interface LoginOptions extends AskOptions {
  readonly browser?: boolean;
  readonly timeout: number;
}

/** The gateway's own limit for a sign-in. */
const MAX_SECONDS = 600;
const DEFAULT_SECONDS = 300;

/** Defines `toolmark servers login`: signs in to a server that requires it. */
export function defineLogin(servers: Command, { io, end }: DefineOptions): void {
  const login = withAskOptions(servers.command('login'), 'print the server as JSON when it is done');
  withHelpText(login, io, HELP)
    .description('sign in to a server')
    .argument('<name>', 'its name in the config')
    .option('--no-browser', 'print the address, and ask for the one at which the browser ends up')
    .option('--timeout <seconds>', 'how long to wait for you', parseLimit(MAX_SECONDS), DEFAULT_SECONDS)
    .action(async (name: string, options: LoginOptions) => end(await logIn(name, options, io)));
}

function logIn(name: string, options: LoginOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const path = `/servers/${encodeURIComponent(name)}/sign-in`;
    const started = await gateway.request('POST', path, upstreamSignInSchema);
    if (!started.ok) return started;
    const { id, url } = started.value.value;
    if (!/^https?:\/\//.test(url)) return refuse('The gateway returned an address that no browser can open.');
    const isOpen = options.browser !== false && (await openBrowser(url, io.env));
    const takesPaste = !isOpen || hasPerson(io);
    const server = safeText(name);
    io.stderr.write(isOpen ? openedText(server, takesPaste) : printAddress(server, url));
    const outcome = await waitForSignIn(gateway, { name, id, takesPaste, timeoutMs: options.timeout * 1_000 }, io);
    if (!outcome.ok) return refuse(outcome.error);
    return await printOutcome(gateway, name, options, io);
  });
}

async function printOutcome(
  gateway: GatewayClient,
  name: string,
  options: LoginOptions,
  io: Io,
): Promise<Result<CommandOutput, CommandFailure>> {
  const connected = await waitUntilConnected(gateway, name, io);
  if (!connected.ok) return connected;
  const { value, json } = connected.value;
  const code = value.state === 'ready' ? EXIT.clean : EXIT.findings;
  const to = addressOptions(options);
  return output({ json, code, lines: ({ paint }) => [paint(code === 0 ? 'green' : 'yellow', doneText(value, to))] });
}

const refuse = (message: string): Result<never, CommandFailure> =>
  err({ status: undefined, code: EXIT.findings, message });

const openedText = (server: string, takesPaste: boolean): string => {
  const otherwise = takesPaste
    ? 'If it ends at a page that cannot be shown, paste the address of that page here.\n'
    : '';
  return `Sign in to ${server} in your browser. Waiting…\n${otherwise}`;
};

const printAddress = (server: string, url: string): string =>
  `Open this address in a browser to sign in to ${server}:\n\n  ${url}\n\nIf the browser cannot reach the gateway afterwards, paste its final address here:\n`;

function doneText({ name, state, reason, auth, coverage }: Server, to: string): string {
  const server = safeText(name);
  const by = auth.issuer === null ? '' : ` at ${safeText(auth.issuer)}`;
  if (state === 'ready') return `✓ Signed in to ${server}${by}. It is ready, with ${plural(coverage.tools, 'tool')}.`;
  const why = reason === null ? '' : ` ${safeText(reason)}`;
  return `! Signed in to ${server}${by}, but it is ${state}.${why} Check again with:\n  toolmark servers show ${shellWord(server)}${to}`;
}

const HELP = `
Opens the server's sign-in page in your browser, and waits until you are done. On a machine without a browser, --no-browser
prints the address: open it elsewhere, sign in, and paste that browser's final address, even if it shows an error.

Examples:
  toolmark servers login notes
  toolmark servers login notes --no-browser
  toolmark servers logout notes

Exit codes: 0 signed in and ready, 1 not, 2 request failed.`;
