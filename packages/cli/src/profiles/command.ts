import { profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, withAskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseChoices } from '../options/parse.ts';
import { parseMoreWords } from '../options/parse-more.ts';
import { withHelpText } from '../text/help-text.ts';
import { CEILING_NAMES } from '../tokens/token-text.ts';
import { LIST_HELP, PROFILES_HELP, REMOVE_HELP, SET_HELP, SHOW_HELP } from './help.ts';
import { type RemoveProfileOptions, removeProfile } from './remove.ts';
import { pathOf, type SetProfileOptions, setProfile } from './set.ts';
import { renderProfile, renderProfiles } from './text.ts';

/** Defines `toolmark profiles`: subsets of the tools with their own addresses. */
export function defineProfiles(profiles: Command, { io, end }: DefineOptions): void {
  const list = withAskOptions(profiles.command('list', { isDefault: true }))
    .description('list the profiles with their addresses and contents (the default)')
    .action(async (options: AskOptions) => end(await listProfiles(options, io)));
  const show = withAskOptions(profiles.command('show'))
    .description('show one profile with its tools')
    .argument('<name>', 'the name in its address')
    .action(async (name: string, options: AskOptions) => end(await showProfile(name, options, io)));
  const set = withAskOptions(profiles.command('set'))
    .description('create or change a profile')
    .argument('<name>', 'a-z, 0-9 and -; part of the address')
    .option('--server <glob>', 'its servers; comma-separated or repeated (default: all)', parseMoreWords)
    .option('--tool <glob>', 'its tools: original names, or server/tool (default: all)', parseMoreWords)
    .option('--exclude <glob>', 'tools to exclude', parseMoreWords)
    .option('--no-exclude', 'exclude no tools')
    .option(
      '--class <classes>',
      'read, additive, destructive; comma-separated (default: all)',
      parseChoices(CEILING_NAMES),
    )
    .option('--description <text>', 'its purpose')
    .option('--dry-run', 'only show the result')
    .action(async (name: string, options: SetProfileOptions) => end(await setProfile(name, options, io)));
  const remove = withAskOptions(profiles.command('remove'))
    .description('remove a profile from the config')
    .argument('<name>', 'the name in its address')
    .option('--yes', 'do not ask first')
    .action(async (name: string, options: RemoveProfileOptions) => end(await removeProfile(name, options, io)));
  withHelpText(profiles, io, PROFILES_HELP);
  withHelpText(list, io, LIST_HELP);
  withHelpText(show, io, SHOW_HELP);
  withHelpText(set, io, SET_HELP);
  withHelpText(remove, io, REMOVE_HELP);
}

function listProfiles(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/profiles', profileListSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderProfiles(value.profiles, screen) });
  });
}

function showProfile(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', pathOf(name), profileDetailSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({ json, lines: (screen) => renderProfile(value, screen) });
  });
}
