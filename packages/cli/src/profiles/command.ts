import { profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, told, withAskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { parseChoices } from '../options/parse.ts';
import { parseMoreWords } from '../options/parse-more.ts';
import { withHelpText } from '../text/help-text.ts';
import { CEILING_NAMES } from '../tokens/words.ts';
import { LIST_HELP, PROFILES_HELP, REMOVE_HELP, SET_HELP, SHOW_HELP } from './help.ts';
import { type RemoveProfileOptions, removeProfile } from './remove.ts';
import { pathOf, type SetProfileOptions, setProfile } from './set.ts';
import { renderProfile, renderProfiles } from './text.ts';

/** `toolmark profiles`: parts of everything that is offered, under addresses of their own. */
export function defineProfiles(profiles: Command, { io, end }: DefineOptions): void {
  const list = withAskOptions(profiles.command('list', { isDefault: true }))
    .description('the profiles, where they are, and what is in them now (also without "list")')
    .action(async (options: AskOptions) => end(await listProfiles(options, io)));
  const show = withAskOptions(profiles.command('show'))
    .description('one profile, with the tools in it')
    .argument('<name>', 'as its address has it')
    .action(async (name: string, options: AskOptions) => end(await showProfile(name, options, io)));
  const set = withAskOptions(profiles.command('set'))
    .description('make a profile, or change one')
    .argument('<name>', 'a-z, 0-9 and -; it is part of the address')
    .option('--server <glob>', 'servers it has; several with commas, or again (default: all)', parseMoreWords)
    .option('--tool <glob>', 'tools it has: their names, or server/tool (default: all)', parseMoreWords)
    .option('--exclude <glob>', 'tools it has not', parseMoreWords)
    .option('--no-exclude', 'no tool is left out any more')
    .option('--class <classes>', 'read, additive, destructive, with commas (default: all)', parseChoices(CEILING_NAMES))
    .option('--description <text>', 'what it is for')
    .option('--dry-run', 'only show what it would be')
    .action(async (name: string, options: SetProfileOptions) => end(await setProfile(name, options, io)));
  const remove = withAskOptions(profiles.command('remove'))
    .description('take a profile out of the config')
    .argument('<name>', 'as its address has it')
    .option('--yes', 'do not ask before')
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
    return told({ json, lines: (screen) => renderProfiles(value.profiles, screen) });
  });
}

function showProfile(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', pathOf(name), profileDetailSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return told({ json, lines: (screen) => renderProfile(value, screen) });
  });
}
