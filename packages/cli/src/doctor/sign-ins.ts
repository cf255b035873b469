import { type Server, serverListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { addressOptions, type GatewayAddress } from '../find-gateway.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { plural } from '../text/amounts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { Check } from './check.ts';

/** Checks that every server that needs a sign-in has one. Returns nothing if none does. */
export async function checkSignIns(client: GatewayClient, address: GatewayAddress): Promise<readonly Check[]> {
  const answer = await client.request('GET', '/servers', serverListSchema);
  // The check of the servers reports this failure.
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
  const message = `${what.replace('SERVER', safeText(server))}${auth.state === 'more_scopes' ? scopes : ''}`;
  return [{ name: 'sign-ins', state: 'warning', message, fix: `toolmark servers login ${shellWord(server)}${to}` }];
}

const WORDS: Readonly<Record<Server['auth']['state'], string | undefined>> = {
  none: undefined,
  signed_in: undefined,
  signed_out: 'SERVER requires a sign-in',
  expired: 'the sign-in to SERVER has expired',
  more_scopes: 'SERVER needs more permissions than were granted',
};
