import { type Server, serverListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { addressOptions, type GatewayAddress } from '../find-gateway.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { plural } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { Check } from './check.ts';

/** Whether somebody is signed in wherever that is wanted. Nothing where it is wanted nowhere. */
export async function checkSignIns(client: GatewayClient, address: GatewayAddress): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/servers', serverListSchema);
  // That the servers cannot be asked for is told by who looks at them.
  if (!answer.ok) return [];
  const { servers } = answer.value.value;
  const missing = servers.flatMap((server) => toCheck(server, addressOptions(address)));
  const signedIn = servers.filter(({ auth }) => auth.state === 'signed_in').length;
  if (missing.length > 0 || signedIn === 0) return missing;
  return [{ name: 'sign-ins', state: 'ok', message: `signed in to ${plural(signedIn, 'server')}` }];
}

function toCheck({ name: server, auth }: Server, to: string): readonly Check[] {
  const what = WORDS[auth.state];
  if (what === undefined) return [];
  const scopes = auth.missing_scopes.length === 0 ? '' : `: ${safeText(auth.missing_scopes.join(' '))}`;
  const message = `${safeText(server)} ${what}${auth.state === 'more_scopes' ? scopes : ''}`;
  return [{ name: 'sign-ins', state: 'warning', message, fix: `toolmark servers login ${shellWord(server)}${to}` }];
}

const WORDS: Readonly<Record<Server['auth']['state'], string | undefined>> = {
  none: undefined,
  signed_in: undefined,
  signed_out: 'wants somebody to sign in',
  expired: 'was signed in to, and that is over',
  more_scopes: 'needs more rights than were granted',
};
