import { upstreamSignOutSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Command } from 'commander';
import type { DefineOptions } from './commands.ts';
import { type AskOptions, ask, told, withAskOptions } from './gateway-client-command.ts';
import type { ExitCode, Io } from './io.ts';

/** `toolmark servers logout`: forgets a sign-in. */
export function defineLogout(servers: Command, { io, end }: DefineOptions): void {
  withAskOptions(servers.command('logout'))
    .description('sign out of a server: its tokens are forgotten, and taken back where that is offered')
    .argument('<name>', 'the name it has in the config')
    .action(async (name: string, options: AskOptions) => end(await logOut(name, options, io)));
}

function logOut(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const path = `/servers/${encodeURIComponent(name)}/sign-in`;
    const answer = await gateway.request('DELETE', path, upstreamSignOutSchema);
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    const server = safeText(name);
    const line = value.was_signed_in
      ? `✓ Signed out of ${server}. ${REVOKED[String(value.revoked) as keyof typeof REVOKED]}`
      : `Nobody was signed in to ${server}.`;
    return told({ json, lines: () => [line] });
  });
}

const REVOKED = {
  true: 'Its tokens were taken back.',
  false: 'Its tokens are forgotten here; who made them could not be told, and they end by themselves.',
  null: 'Its tokens are forgotten here, and end by themselves.',
} as const;
