import { upstreamSignOutSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Command } from 'commander';
import type { DefineOptions } from './commands.ts';
import { type AskOptions, ask, output, withAskOptions } from './gateway-client-command.ts';
import type { ExitCode, Io } from './io.ts';

/** Defines `toolmark servers logout`: ends a sign-in. */
export function defineLogout(servers: Command, { io, end }: DefineOptions): void {
  withAskOptions(servers.command('logout'))
    .description('sign out of a server: delete its tokens, and revoke them if possible')
    .argument('<name>', 'its name in the config')
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
      : `${server} had no sign-in.`;
    return output({ json, lines: () => [line] });
  });
}

const REVOKED = {
  true: 'Its tokens were revoked.',
  false: 'Its tokens were deleted here; their issuer could not be reached, so they stay valid until they expire.',
  null: 'Its tokens were deleted here, and stay valid until they expire.',
} as const;
