import { signInLinkSchema } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { DefineOptions } from './commands.ts';
import { type AskOptions, ask, type CommandOutput, output, withAskOptions } from './gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { openBrowser } from './open-browser.ts';
import { withHelpText } from './text/help-text.ts';

interface OpenOptions extends AskOptions {
  readonly print?: boolean;
}

/** `toolmark open`: opens the page of the running gateway in a browser and signs it in. */
export function defineOpen(open: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(open, 'print the link and its expiry as JSON, and open nothing'), io, HELP)
    .option('--print', 'print the link, and open nothing')
    .action(async (options: OpenOptions) => end(await openCommand(options, io)));
}

function openCommand(options: OpenOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('POST', '/links', signInLinkSchema);
    if (!answer.ok) return answer;
    const { expires_at, url } = answer.value.value;
    const link = fromHere(new URL(url), new URL(gateway.origin)).href;
    const json = { url: link, expires_at };
    if (options.json || options.print) return output({ json, lines: () => [link] });
    const isOpen = await openBrowser(link, io.env);
    return output(isOpen ? opened(new URL(link).origin, json) : notOpened(link, json));
  });
}

/**
 * The gateway knows only the address it listens on; `origin` is the one that is reachable from here. Keep the name
 * localhost, which passkeys need.
 */
function fromHere(url: URL, origin: URL): URL {
  const isOwnName = url.hostname === 'localhost' && origin.hostname === '127.0.0.1' && url.port === origin.port;
  return isOwnName ? url : new URL(url.hash, origin);
}

const opened = (origin: string, json: unknown): CommandOutput => ({
  json,
  lines: ({ paint }) => [`${paint('green', '✓')} The page is open in your browser: ${origin}/`],
});

const notOpened = (link: string, json: unknown): CommandOutput => ({
  json,
  code: EXIT.findings,
  lines: () => [
    'No browser could be opened here. This link signs in one browser, once, within ten minutes:',
    `  ${link}`,
  ],
});

const HELP = `
Creates a one-time link that signs in one browser within ten minutes, and opens it. The browser stays signed in for 30 days
after its last visit, or until you sign out.

Examples:
  toolmark open
  toolmark open --print
  BROWSER=firefox toolmark open

Exit codes: 0 opened or printed, 1 no browser could be opened (the link is printed), 2 request failed.`;
