import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ConnectOptions } from './options.ts';

/** Defines `toolmark connect`: adds Toolmark to the configs of clients. */
export function defineConnect(command: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(command, 'print the result as JSON'), io, CONNECT_HELP)
    .argument('[client]', 'claude-code, cursor, vscode, codex, …: one of the list; or other')
    .option('--list', 'list all clients: their configs, and whether Toolmark is in them (default without a client)')
    .option('--profile <name>', 'only the tools of this profile')
    .option('--search', 'a few tools that find and call the others, instead of all tools')
    .addOption(
      new Option('--token-env <variable>', 'let the client read the token from an environment variable').conflicts(
        'stdio',
      ),
    )
    .addOption(
      new Option('--token-stdin', 'read a token from stdin, instead of creating one for the client').conflicts(
        'tokenEnv',
      ),
    )
    .option('--stdio', 'let the client start toolmark stdio, instead of connecting to a URL')
    .addOption(
      new Option('--scope <scope>', 'for all your projects, or only for the project in this folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--config <file>', 'the config of the gateway (default: toolmark.json in the data folder)')
    .option('--yes', 'do not ask before writing')
    .option('--dry-run', 'show the change, and write nothing')
    .addOption(new Option('--print', 'only print the config snippet, with the token').conflicts('undo'))
    .option('--undo', 'restore what was there before Toolmark, and revoke the token')
    .option('--replace-token', 'give every client that shares the token of an earlier version its own')
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
  const { CLIENT_IDS, isClientId } = await import('@toolmark/setup');
  if (client === 'other' || (isClientId(client) && options.print)) {
    const { printSnippet } = await import('./print.ts');
    return await printSnippet(client, options, io);
  }
  if (!isClientId(client)) {
    io.stderr.write(
      `There is no client '${client}'. Known: ${CLIENT_IDS.join(', ')}; for any other: toolmark connect other\n`,
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
Shows the change to the client's config, asks, creates a token named after the client, makes a backup and writes. Comments,
order and everything else in the file are kept; a file with a token becomes readable only by you. The gateway need not be
running. toolmark tokens lists the token with its last use, and --undo revokes it.

Examples:
  toolmark connect
  toolmark connect cursor
  toolmark connect codex --search --yes
  toolmark connect vscode --scope project --token-env TOOLMARK_TOKEN
  toolmark tokens create cursor --ceiling read | toolmark connect cursor --token-stdin --yes
  toolmark connect claude-code --undo
  toolmark connect --replace-token
  toolmark connect other --profile reading

Exit codes: 0 done, 1 not confirmed, 2 failed.`;
