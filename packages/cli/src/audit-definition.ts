import { PROFILES, SEVERITIES } from '@toolmark/annotations';
import { FORMATS } from '@toolmark/audit';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AuditCommandOptions, auditCommand } from './audit-command.ts';
import type { DefineOptions } from './commands.ts';
import { type TableCommandOptions, tableCommand } from './table-command.ts';

export function defineAudit(audit: Command, { io, command, end }: DefineOptions): void {
  withTargets(audit, 'audit')
    .option('--table <file>', 'hold the tools against a classification table (Markdown or JSON)')
    .option('--lock <file>', 'hold the tools against what they were pinned as (toolmark.lock)')
    .option('--lock-server <name>', 'what the lock calls this server, where no config names it')
    .option('--update-lock', 'pin the tools as they are now, after saying what changed; asks where one allows more')
    .option('--prune', 'with --update-lock: forget tools that are no longer offered')
    .option('--yes', 'with --update-lock: pin tools that allow more than before without asking')
    .addOption(
      choice(
        '--profile <name>',
        'whose rules apply: spec (the default), anthropic or openai',
        PROFILES.map(({ name }) => name),
      ),
    )
    .addOption(
      choice('--fail-on <severity>', 'the least severity that ends in exit code 1 (default: warning)', [
        ...SEVERITIES,
        'never',
      ]),
    )
    .addOption(choice('--format <format>', 'how to print the result', FORMATS).default('text'))
    .option('--out <file>', 'write the result to a file')
    .option('--clients', 'also say what AI clients will do with each tool')
    .option('--verbose', 'print every note in full')
    .option('--color', 'colour the text (by default only on a terminal)')
    .option('--no-color', 'do not colour the text')
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

/** The options that say which server is meant and how to reach it. */
function withTargets(command: Command, name: string): Command {
  return (
    command
      .usage(
        `[options] (<url> | --server NAME | -- <command> [args…])\n       toolmark ${name} [options]   (${name === 'audit' ? 'the servers' : 'the one server'} of ./toolmark.audit.json)`,
      )
      // Several words are taken so that a forgotten -- gets a better answer than "too many arguments".
      .argument('[url...]', 'the address of a server over HTTP')
      .option('--server <name>', 'a server of ./toolmark.audit.json or of the configured ones')
      .option(
        '--config <file>',
        'where to look for servers, an audit file or one with mcpServers (default: ./toolmark.audit.json, then ~/.toolmark/toolmark.json)',
      )
      .option('--header <header>', 'send "Name: value" with every request to a URL (repeatable)', collect)
      .option('--env <name=value>', 'add to the environment of a command (repeatable)', collect)
      .option('--cwd <dir>', 'start a command there')
      .option('--timeout <seconds>', 'how long each server may take (default: 30)', parseSeconds)
      .addOption(
        // No default here: what a config says of its server holds unless somebody types otherwise.
        choice('--transport <name>', 'how to talk to a URL: streamable HTTP, HTTP+SSE, or find out (default: auto)', [
          'auto',
          'http',
          'sse',
        ]),
      )
      .addOption(
        choice('--protocol <era>', '2026-07-28 (modern), older (legacy), or find out', [
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
    throw new InvalidArgumentError('Give seconds: more than 0, at most 600.');
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
