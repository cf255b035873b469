import { PROFILES, SEVERITIES } from '@toolmark/annotations';
import { FORMATS } from '@toolmark/audit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AuditCommandOptions, auditCommand } from './audit-command.ts';
import type { DefineOptions } from './commands.ts';
import { type TableCommandOptions, tableCommand } from './table-command.ts';

export function defineAudit(audit: Command, { io, command, end }: DefineOptions): void {
  withTargets(audit, 'audit')
    .option('--table <file>', 'compare the tools with a classification table (Markdown or JSON)')
    .option('--lock <file>', 'compare the tools with their pins (toolmark.lock)')
    .option('--lock-server <name>', "the server's name in the lock, if no config names it")
    .option('--update-lock', 'pin the tools as they are now and print what changed; asks if a tool allows more')
    .option('--prune', 'with --update-lock: remove pins of tools that are no longer offered')
    .option('--yes', 'with --update-lock: do not ask about tools that allow more than before')
    .addOption(
      choice(
        '--profile <name>',
        'whose rules apply: spec (the default), anthropic or openai',
        PROFILES.map(({ name }) => name),
      ),
    )
    .addOption(
      choice('--fail-on <severity>', 'the lowest severity that ends with exit code 1 (default: warning)', [
        ...SEVERITIES,
        'never',
      ]),
    )
    .addOption(choice('--format <format>', 'output format', FORMATS).default('text'))
    .option('--out <file>', 'write the result to a file')
    .option('--clients', 'also print how AI clients treat each tool')
    .option('--verbose', 'print all notes in full')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text')
    .addHelpText('after', AUDIT_HELP)
    .action(async (words: readonly string[], options: Omit<AuditCommandOptions, 'words' | 'command'>) => {
      end(await auditCommand({ ...options, words, command }, io));
    });
}

export function defineTable(table: Command, { io, command, end }: DefineOptions): void {
  withTargets(table, 'table')
    .addOption(choice('--format <format>', 'Markdown or JSON', ['md', 'json']).default('md'))
    .addHelpText('after', TABLE_HELP)
    .action(async (words: readonly string[], options: Omit<TableCommandOptions, 'words' | 'command'>) => {
      end(await tableCommand({ ...options, words, command }, io));
    });
}

/** The options that select servers and configure the connection. */
function withTargets(command: Command, name: string): Command {
  return (
    command
      .usage(
        `[options] (<url> | --server NAME | -- <command> [args…])\n       toolmark ${name} [options]   (${name === 'audit' ? 'the servers' : 'the one server'} of ./toolmark.audit.json)`,
      )
      // Accept excess arguments, so that a forgotten -- gets a better error than "too many arguments".
      .argument('[url...]', 'the URL of a server')
      .option('--server <name>', 'a server of ./toolmark.audit.json or of your config')
      .option(
        '--config <file>',
        'where to find servers: an audit file or one with mcpServers (default: ./toolmark.audit.json, then ~/.toolmark/toolmark.json)',
      )
      .option('--header <header>', 'send "Name: value" with every request to a URL (repeatable)', collect)
      .option('--env <name=value>', 'set an environment variable of a command (repeatable)', collect)
      .option('--cwd <dir>', 'start a command in this folder')
      .option('--timeout <seconds>', 'the time limit for each server (default: 30)', parseSeconds)
      .addOption(
        // No default here: the config of a server applies unless this option is given.
        choice('--transport <name>', 'the transport of a URL: streamable HTTP, HTTP+SSE, or detect (default: auto)', [
          'auto',
          'http',
          'sse',
        ]),
      )
      .addOption(
        choice('--protocol <era>', '2026-07-28 (modern), older (legacy), or detect', [
          'auto',
          'modern',
          'legacy',
        ]).default('auto'),
      )
  );
}

const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 600)
    throw new InvalidArgumentError('The timeout is in seconds: more than 0, at most 600.');
  return seconds;
}

const AUDIT_HELP = `
Examples:
  toolmark audit -- npx -y @modelcontextprotocol/server-memory
  toolmark audit https://example.com/mcp --header "Authorization: Bearer $TOKEN"
  toolmark audit --table docs/tools.md --profile anthropic -- node server.js
  toolmark audit --lock toolmark.lock --server notes
  toolmark audit --format sarif --out toolmark.sarif -- node server.js
  toolmark audit                 every server of ./toolmark.audit.json, as in CI

Exit codes: 0 clean, 1 findings, 2 could not run.`;

const TABLE_HELP = `
Examples:
  toolmark table -- node server.js > docs/tools.md
  toolmark audit --table docs/tools.md -- node server.js`;
