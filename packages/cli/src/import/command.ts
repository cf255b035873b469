import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ImportOptions } from './import.ts';

/** `toolmark import`: takes over the servers that other clients have. */
export function defineImport(command: Command, { io, end }: DefineOptions): void {
  withHelpText(command, io, IMPORT_HELP)
    .argument('[names...]', 'the servers to take; without any, all are shown, and on a terminal you are asked')
    .option('--from <client>', 'only of this client: claude-desktop, cursor, codex, …; or of this file or project')
    .option('--all', 'take everything that is new, without asking')
    .option('--rename <old=new>', 'take a server under another name; may be repeated', collect)
    .option('--dry-run', 'say what would be taken, and write nothing')
    .option('--json', 'print what was found or done as JSON')
    .option('--config <file>', 'the config to put them into (default: toolmark.json in the data folder)')
    .option('--data <dir>', 'the data folder of the gateway (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'colour the text (by default only on a terminal)')
    .option('--no-color', 'do not colour the text')
    .action(async (names: readonly string[], options: ImportOptions) => {
      const { importServers } = await import('./import.ts');
      end(await importServers(names, options, io));
    });
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const IMPORT_HELP = `
Finds the servers of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Codex, Gemini CLI and Zed, shows them without
their secrets, and puts what you choose into toolmark.json, comments and order kept. The files of the clients are only read.
A gateway that runs takes the change up by itself.

Examples:
  toolmark import
  toolmark import --all
  toolmark import github --from cursor
  toolmark import notes --rename notes=notes-work

Exit codes: 0 done, or only shown; 1 something was not taken; 2 could not be done.`;
