import { type NamedToken, tokenListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient } from '../gateway-client.ts';
import { plural } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { Check } from './check.ts';

/** The named tokens; empty if the gateway does not report them. */
export async function namedTokens(client: GatewayClient): Promise<readonly NamedToken[]> {
  const answer = await client.request('GET', '/tokens', tokenListSchema);
  return answer.ok ? answer.value.value.tokens : [];
}

/** Reports tokens that are expired or useless, with advice; valid ones take one line. */
export function checkTokens(
  tokens: readonly NamedToken[],
  profiles: readonly string[] | undefined,
  to: string,
): readonly Check[] {
  const active = tokens.filter(({ status }) => status === 'active');
  const lost = active.filter(({ profile }) => profile !== null && profiles?.includes(profile) === false);
  const expired = tokens.filter(({ status }) => status === 'expired');
  const well = active.length - lost.length;
  return [
    ...(well === 0 ? [] : [{ name: 'tokens', state: 'ok', message: `${plural(well, 'named token')} in use` } as const]),
    ...lost.map(({ name, profile }): Check => {
      const message = `The token '${safeText(name)}' is only for the profile '${safeText(profile ?? '')}', which is not in the config: it gives no access.`;
      const fix = `Add the profile, or revoke the token: toolmark tokens revoke ${shellWord(name)}${to}`;
      return { name: 'tokens', state: 'problem', message, fix };
    }),
    ...expired.map(({ name, expires_at: at }): Check => {
      const message = `The token '${safeText(name)}' expired${at === null ? '' : ` on ${at.slice(0, 10)}`}.`;
      return { name: 'tokens', state: 'warning', message, fix: `toolmark tokens revoke ${shellWord(name)}${to}` };
    }),
  ];
}
