import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import { MOVE_HELP, REMOVE_HELP, SECRETS_HELP, SET_HELP } from './help.ts';
import { listSecrets } from './list.ts';
import { type MoveSecretsOptions, moveSecrets } from './move.ts';
import { type RemoveSecretOptions, removeSecret } from './remove.ts';
import { setSecret } from './set.ts';
import type { SecretsOptions } from './with-secrets.ts';

/** Defines `toolmark secrets`: values that the config refers to. */
export function defineSecrets(secrets: Command, { io, end }: DefineOptions): void {
  withLocalOptions(secrets.command('list', { isDefault: true }))
    .description('list secrets without their values (the default)')
    .action(async (options: SecretsOptions) => end(await listSecrets(options, io)));
  const set = withLocalOptions(secrets.command('set'))
    .description('set a secret, or change its value')
    .argument('<name>', 'the name that the config uses')
    .action(async (name: string, options: SecretsOptions) => end(await setSecret(name, options, io)));
  const remove = withLocalOptions(secrets.command('remove'))
    .description('remove a secret')
    .argument('<name>', 'its name')
    .option('--yes', 'do not ask first')
    .action(async (name: string, options: RemoveSecretOptions) => end(await removeSecret(name, options, io)));
  const move = withAskOptions(secrets.command('move'))
    .description("move plain secrets of a server's config to secrets")
    .argument('<server>', 'the server, as the config names it')
    .argument('[keys...]', 'variables or headers (default: all that look like secrets)')
    .option('--name <name>', 'the name of the secret, for a single key')
    .option('--yes', 'do not ask first')
    .action(async (server: string, keys: readonly string[], options: MoveSecretsOptions) =>
      end(await moveSecrets(server, keys, options, io)),
    );
  withHelpText(secrets, io, SECRETS_HELP);
  withHelpText(set, io, SET_HELP);
  withHelpText(remove, io, REMOVE_HELP);
  withHelpText(move, io, MOVE_HELP);
}

/** These commands work on the data folder, with or without a running gateway. */
function withLocalOptions(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .option('--data <dir>', 'the data folder of the gateway (default: $TOOLMARK_HOME or ~/.toolmark)')
    .option('--color', 'always colour the text (default: only on a terminal)')
    .option('--no-color', 'never colour the text');
}
