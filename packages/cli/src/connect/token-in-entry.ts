import type { NamedToken } from '@toolmark/api-contract';
import type { ClientId, ClientPlace } from '@toolmark/gateway';
import { lookAtPlace } from '@toolmark/gateway';
import { toClientEntry } from '../doctor/clients/entry.ts';

/** The token that Toolmark's entry in a client's file sends; `undefined` where it has none, or takes it from elsewhere. */
export async function tokenInEntry(place: ClientPlace): Promise<string | undefined> {
  const { servers } = await lookAtPlace(place);
  const raw = servers.find(([name]) => name === 'toolmark');
  const authorization = raw === undefined ? undefined : toClientEntry(...raw)?.authorization;
  return authorization === undefined || authorization === 'from outside' ? undefined : toBearer(authorization);
}

export const toBearer = (authorization: string): string => authorization.replace(/^bearer(?:\s+|$)/i, '').trim();

/** The token among those with a name. Only its first characters are known here. */
export const namedBy = (sent: string, tokens: readonly NamedToken[]): NamedToken | undefined =>
  tokens.find(({ hint }) => hint !== '' && sent.startsWith(hint));

/** Whether a token has the name that connecting this client gives one: such a token is this client's alone. */
export const isNamedAfter = ({ name }: Pick<NamedToken, 'name'>, client: ClientId | 'other'): boolean =>
  name === tokenNameOf(client) || new RegExp(`^${tokenNameOf(client)}-\\d+$`).test(name);

export const tokenNameOf = (client: ClientId | 'other'): string => (client === 'other' ? 'client' : client);
