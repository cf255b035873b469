import { PROFILES, SEVERITIES } from '@toolmark/annotations';
import { FORMATS } from '@toolmark/audit';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type AuditCommandOptions, auditCommand } from './audit-command.ts';
import { addGatewayCommands } from './gateway-commands.ts';
import { columnsOf, EXIT, type Io } from './io.ts';
import { addServersCommand } from './servers-command.ts';
import { type TableCommandOptions, tableCommand } from './table-command.ts';
import { addToolsCommand } from './tools-command.ts';

/** Runs one command line and says with which code the process should end. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  // Everything after -- is the server's own command line and none of ours to parse.
  const split = argv.indexOf('--');
  const own = split === -1 ? argv : argv.slice(0, split);
  const command = split === -1 ? [] : argv.slice(split + 1);
  let code: number = EXIT.clean;
  const program = createProgram(io, command, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.clean : EXIT.couldNotRun;
  }
  return code;
}

function createProgram(io: Io, command: readonly string[], end: (code: number) => void): Command {
  const program = new Command('toolmark')
    .description(
      'MCP tool annotations you can trust: one endpoint for all your servers, and a check of what each says.',
    )
    .version(io.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io, 80),
      getErrHelpWidth: () => columnsOf(io, 80),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(add --help for the options)')
    .helpCommand('help [command]', 'show the help of a command');

  addGatewayCommands(program, io, end);
  addServersCommand(program, io, end);
  addToolsCommand(program, io, end);

  withTargets(program.command('audit'), 'audit')
    .description('check the tool annotations of a server')
    .option('--table <file>', 'hold the tools against a classification table (Markdown or JSON)')
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

  withTargets(program.command('table'), 'table')
    .description("print a server's tools as a classification table to start from")
    .addOption(choice('--format <format>', 'Markdown or JSON', ['md', 'json']).default('md'))
    .addHelpText('after', TABLE_HELP)
    .action(async (words: readonly string[], options: Omit<TableCommandOptions, 'words' | 'command'>) => {
      end(await tableCommand({ ...options, words, command }, io));
    });
  return program;
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
  toolmark audit --format sarif --out toolmark.sarif -- node server.js
  toolmark audit                 every server of ./toolmark.audit.json, as in CI

Exit codes: 0 clean, 1 findings, 2 could not run.`;

const TABLE_HELP = `
Examples:
  toolmark table -- node server.js > docs/tools.md
  toolmark audit --table docs/tools.md -- node server.js`;
