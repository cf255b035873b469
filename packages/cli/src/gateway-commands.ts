import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DefineOptions } from './commands.ts';
import type { ServeCommandOptions } from './serve-command.ts';
import type { StdioCommandOptions } from './stdio-command.ts';
import { withHelpText } from './text/help-text.ts';

export function defineServe(serve: Command, { io, end }: DefineOptions): void {
  withHelpText(withGatewayOptions(serve), io, SERVE_HELP)
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)', parseHost)
    .option('--port <port>', 'port to listen on, 0 for any free one (default: 7420)', parsePort)
    .option('--open', 'open the page in a browser')
    .option('--reset-passkeys', 'remove all passkeys first, after asking on this terminal')
    .option('--no-auth', 'require no token, so that clients can also approve calls; only on this machine')
    .action(async (options: ServeCommandOptions) => {
      const { serveCommand } = await import('./serve-command.ts');
      end(await serveCommand(options, io));
    });
}

export function defineStdio(stdio: Command, { io, end }: DefineOptions): void {
  withHelpText(withGatewayOptions(stdio), io, STDIO_HELP)
    .option('--search', 'offer five tools that find and call the others, instead of all of them')
    .option('--profile <name>', 'offer only the tools of this profile')
    .action(async (options: StdioCommandOptions) => {
      const { stdioCommand } = await import('./stdio-command.ts');
      end(await stdioCommand(options, io));
    });
}

export function defineDemoServer(server: Command): void {
  server
    .argument('[options...]', 'options of the demo server, see: toolmark demo-server --help')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (options: readonly string[]) => {
      const { runDemo } = await import('@toolmark/server-demo');
      await runDemo(options);
    });
}

function withGatewayOptions(command: Command): Command {
  return command
    .option('--config <file>', 'the config file (default: toolmark.json in the data folder)')
    .option('--data <dir>', 'where tokens, config and state are stored (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--transparent', 'pass the only configured server through with its original tool names')
    .addOption(
      new Option('--log-level <level>', 'log level (default: info)').choices([
        'debug',
        'info',
        'warn',
        'error',
        'silent',
      ]),
    )
    .addOption(
      new Option('--log-format <format>', 'text for people, json for machines (default: by terminal)').choices([
        'text',
        'json',
      ]),
    );
}

function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give a name or an address.');
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return port;
}

const SERVE_HELP = `
Prints "toolmark ready <address>" when it is. The MCP endpoint is <address>/mcp; clients of 2026-07-28 and of all
older revisions connect to the same one, each with a token of its own: toolmark connect CLIENT. The owner's token, for the
page and these commands, is in <data>/owner-token; it does not open /mcp. On a terminal it also prints a link that lets one
browser in to the page, once; more of them: toolmark open.

Examples:
  toolmark serve
  toolmark serve --config ./toolmark.json --port 0
  toolmark connect claude-code

Ctrl-C lets running calls end and stops the servers; a second one does not wait.`;

const STDIO_HELP = `
Joins the gateway that is running (toolmark serve), so that all clients share its servers; without one it starts the
servers itself.

In a client's config, which toolmark connect CLIENT --stdio writes:
  { "mcpServers": { "toolmark": { "command": "toolmark", "args": ["stdio"], "env": { "TOOLMARK_TOKEN": "tmk_…" } } } }

TOOLMARK_TOKEN is the token of this client, which also holds where it starts the servers itself. Without it, the one in
<data>/stdio-token is used, which opens /mcp alone.

With hundreds of tools, a client that lists them all has little room left. With --search it gets five tools: two that find and
describe others, and one each to call those that read, that add and that may destroy.`;
