import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import type { AddOptions } from './add.ts';
import type { RemoveOptions } from './remove.ts';
import type { SearchOptions } from './search.ts';

const DEFAULT_FOUND = 20;
const MAX_FOUND = 100;

/**
 * Defines `toolmark servers search | add | remove`: finding servers and editing the config. None of them needs a
 * gateway.
 */
export function defineRegistryCommands(servers: Command, { io, end, command }: DefineOptions): void {
  const search = withConfigFileOptions(servers.command('search'))
    .description('search the MCP registry')
    .argument('<word>', 'a part of the name')
    .option('--limit <number>', `maximum number (default: ${DEFAULT_FOUND})`, parseLimit(MAX_FOUND))
    .action(async (word: string, { limit = DEFAULT_FOUND, ...options }: Partial<SearchOptions>) => {
      const { searchServers } = await import('./search.ts');
      end(await searchServers(word, { ...options, limit }, io));
    });
  const add = withConfigFileOptions(servers.command('add'))
    .description('add a server to the config: from the registry, a command, or a URL')
    .argument('<name>', 'its name in the registry; or its new name, with -- or --url')
    .option('--as <name>', 'the new name for a server of the registry')
    .addOption(new Option('--package <kind>', 'which package: npm, pypi, oci or remote, as listed by "search"'))
    .option('--url <url>', 'add the server at this URL')
    .addOption(new Option('--transport <kind>', 'with --url: the transport').choices(['http', 'sse']))
    .option('--env <pair>', 'NAME=value for its environment; repeatable', collect)
    .option('--header <pair>', "'Name: value' to send with every request; repeatable", collect)
    .option('--arg <pair>', 'NAME=value for an argument that the registry leaves open; repeatable', collect)
    .option('--cwd <dir>', 'with --: the working folder')
    .option('--allow-private', 'allow a private address from the registry')
    .option('--dry-run', 'show the new entry, and write nothing')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: AddOptions) => {
      const { addServer } = await import('./add.ts');
      end(await addServer(name, command, options, io));
    });
  const remove = withConfigFileOptions(servers.command('remove'))
    .description('remove a server from the config')
    .argument('<name>', 'its name in the config')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: RemoveOptions) => {
      const { removeServer } = await import('./remove.ts');
      end(await removeServer(name, options, io));
    });
  withHelpText(search, io, SEARCH_HELP);
  withHelpText(add, io, ADD_HELP);
  withHelpText(remove, io, REMOVE_HELP);
}

function withConfigFileOptions(command: Command): Command {
  return command
    .option('--json', 'print the result as JSON')
    .option('--config <file>', 'the config (default: that of the running gateway, or toolmark.json in the data folder)')
    .option('--data <dir>', 'the data folder (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text');
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const SEARCH_HELP = `
The registry is registry.url of the config; https://registry.modelcontextprotocol.io by default.

Examples:
  toolmark servers search filesystem
  toolmark servers search weather --limit 5 --json

Exit codes: 0 found some, 1 found none, 2 request failed.`;

const ADD_HELP = `
Shows the new entry first, with the exact version, and asks for missing inputs. To keep a secret out of the file, refer to it
as '\${env:NAME}', which is read from the gateway's environment. A running gateway applies the change by itself.

Examples:
  toolmark servers add io.github.example/weather --as weather --env WEATHER_API_KEY=…
  toolmark servers add io.github.example/weather --package remote --dry-run
  toolmark servers add notes -- npx -y notes-server --db notes.db
  toolmark servers add wiki --url https://wiki.example.com/mcp --header 'Authorization: Bearer \${env:WIKI_TOKEN}'

Exit codes: 0 added, 1 not added, 2 request failed or an input is missing.`;

const REMOVE_HELP = `
Examples:
  toolmark servers remove notes

Exit codes: 0 removed, 1 not removed, 2 unknown name.`;
