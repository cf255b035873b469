import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type VerifyCommandOptions, verifyCommand } from './verify-command.ts';
import { verifyDoctor } from './verify-doctor.ts';

/** `toolmark verify`: runs a server's tools in a sandbox and compares what they do with their hints. */
export function defineVerify(verify: Command, { io, command, end }: DefineOptions): void {
  verify
    .usage('[options] (--server NAME | -- <command> [args…])\n       toolmark verify doctor')
    .argument('[doctor]', 'say how well this machine can confine a server, and what would raise it')
    .option('--server <name>', 'a server of ./toolmark.audit.json or of your config')
    .option('--config <file>', 'where to find servers (default: ./toolmark.audit.json, then ~/.toolmark/toolmark.json)')
    .option('--env <name=value>', 'set an environment variable of the command (repeatable)', collect)
    .option('--cwd <dir>', 'start the command in this folder')
    .option('--tool <glob>', 'call only tools with such names (repeatable)', collect)
    .option('--recipe <file>', 'arguments, skipped tools and ignored paths (default: ./toolmark.verify.json)')
    .addOption(
      new Option('--rung <rung>', 'confine the server so, or do not call anything').choices(['overlay', 'deny']),
    )
    .option('--quick', 'do not confirm what was seen; proves nothing')
    .option('--init', 'write the arguments that worked to the recipe file')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'markdown']).default('text'))
    .option('--out <file>', 'write the result to a file')
    .option('--verbose', 'print every verdict with its reason')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text')
    .addHelpText('after', HELP)
    .action(async (word: string | undefined, options: Omit<VerifyCommandOptions, 'words' | 'command'>) => {
      if (word === 'doctor') end(await verifyDoctor(io));
      else end(await verifyCommand({ ...options, words: word === undefined ? [] : [word], command }, io));
    });
}

const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

const HELP = `
Every tool is called, also those that delete. The server runs in a sandbox: it sees your files, its changes are thrown
away, and the network answers only with an example page. Where no sandbox works, nothing is called.

Examples:
  toolmark verify doctor
  toolmark verify -- npx -y @modelcontextprotocol/server-memory
  toolmark verify --server notes --tool 'list_*' --verbose
  toolmark verify --init -- node server.js ./data

Exit codes: 0 nothing refuted, 1 a declared hint refuted, 2 could not run.`;
