import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ConnectOptions } from './options.ts';

/** `toolmark connect`: puts Toolmark into the configs of clients. */
export function defineConnect(command: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(command, 'print what was found or done as JSON'), io, CONNECT_HELP)
    .argument('[client]', 'claude-code, claude-desktop, cursor, vscode, windsurf, codex, gemini, zed; or other')
    .option('--list', 'every client: where its config is, and whether Toolmark is in it (also without a client)')
    .option('--profile <name>', 'only what this profile offers')
    .option('--search', 'the few tools that find and call the others, instead of all of them')
    .addOption(new Option('--token-env <variable>', 'let the client take the token from a variable').conflicts('stdio'))
    .addOption(
      new Option('--token-stdin', 'take a token from stdin, instead of creating one for the client').conflicts(
        'tokenEnv',
      ),
    )
    .option('--stdio', 'let the client start toolmark stdio, instead of connecting to an address')
    .addOption(
      new Option('--scope <scope>', 'for you everywhere, or for the project in this folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--config <file>', 'the config of the gateway (default: toolmark.json in the data folder)')
    .option('--yes', 'do not ask before writing')
    .option('--dry-run', 'show what would change, and write nothing')
    .addOption(new Option('--print', 'only print what to put into the config, with the token').conflicts('undo'))
    .option('--undo', 'put back what was there before Toolmark, and revoke the token')
    .option('--replace-token', 'give every client that shares the token of an earlier version one of its own')
    .action(async (client: string | undefined, options: ConnectOptions) => end(await run(client, options, io)));
}

async function run(client: string | undefined, options: ConnectOptions, io: Io): Promise<ExitCode> {
  if (options.replaceToken) {
    const { replaceTokens } = await import('./replace-tokens.ts');
    return await replaceTokens(client, options, io);
  }
  if (client === undefined || options.list) {
    const { listClients } = await import('./list.ts');
    return await listClients(options, io);
  }
  const { CLIENT_IDS, isClientId } = await import('@toolmark/gateway');
  if (client === 'other' || (isClientId(client) && options.print)) {
    const { printSnippet } = await import('./print.ts');
    return await printSnippet(client, options, io);
  }
  if (!isClientId(client)) {
    io.stderr.write(
      `There is no client '${client}' here. There is: ${CLIENT_IDS.join(', ')}; for any other: toolmark connect other\n`,
    );
    return EXIT.couldNotRun;
  }
  if (options.undo) {
    const { undoClient } = await import('./undo.ts');
    return await undoClient(client, options, io);
  }
  const { connectClient } = await import('./connect.ts');
  return await connectClient(client, options, io);
}

const CONNECT_HELP = `
Shows what changes in the client's config, asks, creates a token named after the client, keeps what was there beside it, and
writes. Comments, order and everything else in the file stay; a file with a token in it becomes readable by you alone. A
gateway need not be running. toolmark tokens lists the token with its last use, and --undo revokes it.

Examples:
  toolmark connect
  toolmark connect cursor
  toolmark connect codex --search --yes
  toolmark connect vscode --scope project --token-env TOOLMARK_TOKEN
  toolmark tokens create cursor --ceiling read | toolmark connect cursor --token-stdin --yes
  toolmark connect claude-code --undo
  toolmark connect --replace-token
  toolmark connect other --profile reading

Exit codes: 0 done, 1 not done because nobody said yes, 2 could not be done.`;
