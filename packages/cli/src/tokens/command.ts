import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { parseMoreWords } from '../options/parse-more.ts';
import { withHelpText } from '../text/help-text.ts';
import { type CreateTokenOptions, createToken } from './create.ts';
import { CREATE_HELP, LIST_HELP, REVOKE_HELP, TOKENS_HELP } from './help.ts';
import { type ListTokensOptions, listTokens } from './list.ts';
import { type RevokeTokenOptions, revokeToken } from './revoke.ts';
import { CEILING_NAMES } from './token-text.ts';

/** Defines `toolmark tokens`: tokens with limited access. */
export function defineTokens(tokens: Command, { io, end }: DefineOptions): void {
  const list = withAskOptions(tokens.command('list', { isDefault: true }))
    .description('list the named tokens (the default)')
    .option('--all', 'include revoked and expired ones')
    .action(async (options: ListTokensOptions) => end(await listTokens(options, io)));
  const create = withAskOptions(tokens.command('create'))
    .description('create a token; it is printed once')
    .argument('<name>', 'its name in rules and logs; cannot be reused')
    .addOption(new Option('--ceiling <class>', 'the highest class of tools it may call').choices(CEILING_NAMES))
    .option('--server <glob>', 'only these servers; comma-separated or repeated (default: all)', parseMoreWords)
    .option('--profile <name>', 'only this profile, at any address (default: all)')
    .addOption(
      new Option('--api', 'for a script that uses the API, instead of an MCP client').conflicts([
        'ceiling',
        'server',
        'profile',
        'answer',
      ]),
    )
    .option('--no-answer', 'its client may not approve its own calls')
    .option('--expires <time>', 'its lifetime: 30d, 12w, 1y (default: unlimited)', parseDays)
    .action(async (name: string, options: CreateTokenOptions) => end(await createToken(name, options, io)));
  const revoke = withAskOptions(tokens.command('revoke'))
    .description('revoke a token permanently')
    .argument('<name>', 'its name or id')
    .option('--yes', 'do not ask first')
    .action(async (name: string, options: RevokeTokenOptions) => end(await revokeToken(name, options, io)));
  withHelpText(tokens, io, TOKENS_HELP);
  withHelpText(list, io, LIST_HELP);
  withHelpText(create, io, CREATE_HELP);
  withHelpText(revoke, io, REVOKE_HELP);
}

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, y: 365 };
const MAX_DAYS = 3_650;

/** Only whole days, because tokens for minutes are not needed. */
function parseDays(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,5})([dwy])$/.exec(text.trim()) ?? [];
  const days = Number(amount) * (DAYS[unit] ?? 0);
  if (days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError('Give days, weeks or years: 30d, 12w, 1y; at most 10y.');
  return days;
}
