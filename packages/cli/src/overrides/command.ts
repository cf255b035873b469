import { type Command, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { parseLimit } from '../options/parse.ts';
import { withHelpText } from '../text/help-text.ts';
import type { AcceptOptions } from './accept.ts';
import type { ListOverridesOptions } from './list.ts';
import type { OverrideOptions, ResetOptions } from './set.ts';

interface OverridesOptions extends ListOverridesOptions {
  readonly history?: boolean;
  readonly limit?: number;
}

/** About one screen. */
const DEFAULT_CHANGES = 50;
/** More than a gateway keeps. */
const MAX_CHANGES = 1_000;

const NAME_TEXT = 'server/tool, or server__tool as clients see it';

/** Defines the commands for hints: setting, resetting and accepting. */
export function defineHintCommands(tools: Command, { io, end }: DefineOptions): void {
  const override = withAskOptions(tools.command('override'))
    .description('set hints of a tool, or of all that match a pattern; other hints keep their value')
    .argument('<tool>', `${NAME_TEXT}; or a pattern: notes/list_*, */delete_*`)
    .addOption(hint('--read-only', 'it changes nothing'))
    .addOption(hint('--destructive', 'it can delete or overwrite'))
    .addOption(hint('--idempotent', 'repeating a call with the same arguments has no further effect'))
    .addOption(hint('--open-world', 'it reaches beyond a closed set of things'))
    .option('--reason <text>', 'reason; shown with the tool')
    .option('--yes', 'do not ask before relaxing a hint')
    .action(async (name: string, options: OverrideOptions) => {
      const { setOverride } = await import('./set.ts');
      end(await setOverride(name, options, io));
    });
  const reset = withAskOptions(tools.command('reset'))
    .description('remove what was set with override')
    .argument('<tool>', `${NAME_TEXT}; or the same pattern`)
    .option('--reason <text>', 'reason; shown with --history')
    .option('--yes', 'do not ask before relaxing a hint')
    .action(async (name: string, options: ResetOptions) => {
      const { resetOverride } = await import('./set.ts');
      end(await resetOverride(name, options, io));
    });
  const overrides = withAskOptions(tools.command('overrides'))
    .description('list all hints that were set, with author and reason')
    .addOption(new Option('--export', 'print them as JSON for toolmark.json').conflicts('history'))
    .option('--history', 'list changes with their authors, newest first')
    .option('--limit <number>', `with --history: maximum number (default: ${DEFAULT_CHANGES})`, parseLimit(MAX_CHANGES))
    .action(async (options: OverridesOptions) => {
      const { listOverrides } = await import('./list.ts');
      const { listChanges } = await import('./history.ts');
      const { history, limit = DEFAULT_CHANGES } = options;
      end(await (history ? listChanges({ ...options, limit }, io) : listOverrides(options, io)));
    });
  const accept = withAskOptions(tools.command('accept'))
    .description('show how a held or changed tool differs from its pin, and accept it')
    .argument('<tool>', NAME_TEXT)
    .option('--reason <text>', 'reason; shown with the tool')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: AcceptOptions) => {
      const { acceptTool } = await import('./accept.ts');
      end(await acceptTool(name, options, io));
    });
  withHelpText(override, io, OVERRIDE_HELP);
  withHelpText(reset, io, RESET_HELP);
  withHelpText(overrides, io, OVERRIDES_HELP);
  withHelpText(accept, io, ACCEPT_HELP);
}

const hint = (flag: string, says: string): Option =>
  new Option(`${flag} <value>`, `whether ${says}; inherit removes the setting`).choices(['true', 'false', 'inherit']);

const OVERRIDE_HELP = `
Your hints take precedence over the server's. If they relax a hint, so that clients and the policy allow more, the command
says so and asks first.

Examples:
  toolmark tools override notes/purge --destructive true --reason "empties the bin"
  toolmark tools override 'notes/list_*' --read-only true --yes
  toolmark tools override notes/purge --destructive inherit

Exit codes: 0 set, 1 not set: not confirmed, or the config already sets it; 2 request failed.`;

const RESET_HELP = `
Examples:
  toolmark tools reset notes/purge
  toolmark tools reset 'notes/list_*'

Exit codes: 0 removed, 1 not removed, 2 request failed.`;

const OVERRIDES_HELP = `
Examples:
  toolmark tools overrides
  toolmark tools overrides --export > overrides.json
  toolmark tools overrides --history

Exit codes: 0 success, 2 request failed.`;

const ACCEPT_HELP = `
A tool is pinned when it is first seen. If its hints allow more later, it is held: it cannot be called until you accept it.
The difference is shown before the question, and exactly that version is accepted.

Examples:
  toolmark tools --held
  toolmark tools accept notes/delete_note --reason "reviewed in #123"

Exit codes: 0 accepted or nothing to accept, 1 not accepted, 2 request failed.`;
