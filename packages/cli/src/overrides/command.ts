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

/** A screen. */
const DEFAULT_CHANGES = 50;
/** More than a gateway keeps. */
const MOST_CHANGES = 1_000;

const NAME_TEXT = 'server/tool, or server__tool as clients call it';

/** What a person can say of tools: their hints, and that they may be called as they are. */
export function defineHintCommands(tools: Command, { io, end }: DefineOptions): void {
  const override = withAskOptions(tools.command('override'))
    .description('set hints of a tool, or of all that match a pattern; those that are not named stay')
    .argument('<tool>', `${NAME_TEXT}; or a pattern: notes/list_*, */delete_*`)
    .addOption(hint('--read-only', 'it changes nothing'))
    .addOption(hint('--destructive', 'it can take away or overwrite'))
    .addOption(hint('--idempotent', 'a second call with the same arguments changes nothing more'))
    .addOption(hint('--open-world', 'it reaches beyond a closed set of things'))
    .option('--reason <text>', 'why; shown with the tool')
    .option('--yes', 'do not ask before something is relaxed')
    .action(async (name: string, options: OverrideOptions) => {
      const { setOverride } = await import('./set.ts');
      end(await setOverride(name, options, io));
    });
  const reset = withAskOptions(tools.command('reset'))
    .description('take away what was set with override')
    .argument('<tool>', `${NAME_TEXT}; or the pattern as it was given`)
    .option('--reason <text>', 'why; shown with --history')
    .option('--yes', 'do not ask before something is relaxed')
    .action(async (name: string, options: ResetOptions) => {
      const { resetOverride } = await import('./set.ts');
      end(await resetOverride(name, options, io));
    });
  const overrides = withAskOptions(tools.command('overrides'))
    .description('every hint that somebody set, with who and why')
    .addOption(new Option('--export', 'print them as toolmark.json takes them').conflicts('history'))
    .option('--history', 'who set and removed what, the newest first')
    .option(
      '--limit <number>',
      `with --history: how many at most (default: ${DEFAULT_CHANGES})`,
      parseLimit(MOST_CHANGES),
    )
    .action(async (options: OverridesOptions) => {
      const { listOverrides } = await import('./list.ts');
      const { listChanges } = await import('./history.ts');
      const { history, limit = DEFAULT_CHANGES } = options;
      end(await (history ? listChanges({ ...options, limit }, io) : listOverrides(options, io)));
    });
  const accept = withAskOptions(tools.command('accept'))
    .description('look at how a held or changed tool differs from what was pinned, and let it pass')
    .argument('<tool>', NAME_TEXT)
    .option('--reason <text>', 'why; shown with the tool')
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
  new Option(`${flag} <value>`, `whether ${says}; inherit takes it back`).choices(['true', 'false', 'inherit']);

const OVERRIDE_HELP = `
A person's word counts more than a server's. Where it relaxes a hint, so that clients and the policy let more pass, that is
said first and asked about.

Examples:
  toolmark tools override notes/purge --destructive true --reason "empties the bin"
  toolmark tools override 'notes/list_*' --read-only true --yes
  toolmark tools override notes/purge --destructive inherit

Exit codes: 0 set, 1 not set: nobody said yes, or the config has one for the same; 2 could not ask.`;

const RESET_HELP = `
Examples:
  toolmark tools reset notes/purge
  toolmark tools reset 'notes/list_*'

Exit codes: 0 removed, 1 not removed, 2 could not ask.`;

const OVERRIDES_HELP = `
Examples:
  toolmark tools overrides
  toolmark tools overrides --export > overrides.json
  toolmark tools overrides --history

Exit codes: 0 answered, 2 could not ask.`;

const ACCEPT_HELP = `
A tool is pinned when it is first seen. One whose hints allow more since then is held: it is not called until somebody has
looked at the difference, which is shown before the question. What is accepted is what was shown, and nothing that came since.

Examples:
  toolmark tools --held
  toolmark tools accept notes/delete_note --reason "reviewed in #123"

Exit codes: 0 accepted, or there was nothing to accept, 1 not accepted, 2 could not ask.`;
