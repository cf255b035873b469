import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ImportOptions } from './import.ts';

/** Defines `toolmark import`: imports the servers of other clients. */
export function defineImport(command: Command, { io, end }: DefineOptions): void {
  withHelpText(command, io, IMPORT_HELP)
    .argument('[names...]', 'the servers to import; without any, all are shown, and on a terminal you are asked')
    .option('--from <client>', 'only from this client: claude-desktop, cursor, codex, …; or from this file or project')
    .option('--all', 'import all new servers without asking')
    .option('--rename <old=new>', 'import a server under another name; repeatable', collect)
    .option('--dry-run', 'show what would be imported, and write nothing')
    .option('--json', 'print the result as JSON')
    .option('--config <file>', 'the config to add them to (default: toolmark.json in the data folder)')
    .option('--data <dir>', 'the data folder of the gateway (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text')
    .action(async (names: readonly string[], options: ImportOptions) => {
      const { importServers } = await import('./import.ts');
      end(await importServers(names, options, io));
    });
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const IMPORT_HELP = `
Finds the servers of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Codex, Gemini CLI, Zed, Qwen Code, opencode,
Goose, Cline, Continue, Junie, Copilot CLI, Amp and LM Studio, shows them without their secrets, and adds those you choose to
toolmark.json, keeping its comments and order. The clients' files are only read. A running gateway applies the change by itself.

Examples:
  toolmark import
  toolmark import --all
  toolmark import github --from cursor
  toolmark import notes --rename notes=notes-work

Exit codes: 0 done or only shown, 1 some servers were not imported, 2 failed.`;
