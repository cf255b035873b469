import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import type { AddOptions } from './add.ts';
import type { RemoveOptions } from './remove.ts';
import type { SearchOptions } from './search.ts';

const DEFAULT_FOUND = 20;
const MOST_FOUND = 100;

/** `toolmark servers search | add | remove`: finding servers, and what is in the config. None of it needs a gateway. */
export function defineRegistryCommands(servers: Command, { io, end, command }: DefineOptions): void {
  const search = withDeskOptions(servers.command('search'))
    .description('look for servers in the MCP registry')
    .argument('<word>', 'what occurs in the name')
    .option('--limit <number>', `how many at most (default: ${DEFAULT_FOUND})`, parseLimit(MOST_FOUND))
    .action(async (word: string, { limit = DEFAULT_FOUND, ...options }: Partial<SearchOptions>) => {
      const { searchServers } = await import('./search.ts');
      end(await searchServers(word, { ...options, limit }, io));
    });
  const add = withDeskOptions(servers.command('add'))
    .description('put a server into the config: one of the registry, a command, or an address')
    .argument('<name>', 'as the registry names it; or the name it gets, with -- or --url')
    .option('--as <name>', 'the name that a server of the registry gets')
    .addOption(new Option('--package <kind>', 'which of its ways: npm, pypi, oci or remote, as "search" shows them'))
    .option('--url <url>', 'add the server at this address')
    .addOption(new Option('--transport <kind>', 'with --url: how it is spoken to').choices(['http', 'sse']))
    .option('--env <pair>', 'NAME=value of its environment; may be given again', collect)
    .option('--header <pair>', "'Name: value' that is sent with every request; may be given again", collect)
    .option('--arg <pair>', 'NAME=value of an argument that the registry leaves open; may be given again', collect)
    .option('--cwd <dir>', 'with --: where it is started')
    .option('--allow-private', 'also where the registry leads to a private address')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: AddOptions) => {
      const { addServer } = await import('./add.ts');
      end(await addServer(name, command, options, io));
    });
  const remove = withDeskOptions(servers.command('remove'))
    .description('take a server out of the config')
    .argument('<name>', 'the name it has in the config')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: RemoveOptions) => {
      const { removeServer } = await import('./remove.ts');
      end(await removeServer(name, options, io));
    });
  withHelpText(search, io, SEARCH_HELP);
  withHelpText(add, io, ADD_HELP);
  withHelpText(remove, io, REMOVE_HELP);
}

function withDeskOptions(command: Command): Command {
  return command
    .option('--json', 'print what is known as JSON')
    .option('--config <file>', 'the config (default: that of the running gateway, or toolmark.json in the data folder)')
    .option('--data <dir>', 'the data folder (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'colour the text (by default only on a terminal)')
    .option('--no-color', 'do not colour the text');
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const SEARCH_HELP = `
The registry is the one that registry.url of the config names; https://registry.modelcontextprotocol.io unless it does.

Examples:
  toolmark servers search filesystem
  toolmark servers search weather --limit 5 --json

Exit codes: 0 found some, 1 found none, 2 could not ask.`;

const ADD_HELP = `
What would be written is shown first, with the exact version; what a server needs is asked for. A secret that should not stand
in the file can be referred to, as '\${env:NAME}', and is taken from the environment of the gateway. A gateway that is running
takes the change up by itself.

Examples:
  toolmark servers add io.github.example/weather --as weather --env WEATHER_API_KEY=…
  toolmark servers add io.github.example/weather --package remote --dry-run
  toolmark servers add notes -- npx -y notes-server --db notes.db
  toolmark servers add wiki --url https://wiki.example.com/mcp --header 'Authorization: Bearer \${env:WIKI_TOKEN}'

Exit codes: 0 added, 1 not added, 2 could not ask, or something is missing.`;

const REMOVE_HELP = `
Examples:
  toolmark servers remove notes

Exit codes: 0 removed, 1 not removed, 2 there is none of that name.`;
