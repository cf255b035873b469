import type { NamedToken } from '@toolmark/api-contract';
import type { ClientId, ClientPlace } from '@toolmark/setup';
import { readClient } from '@toolmark/setup';
import { toClientEntry } from '../doctor/clients/entry.ts';

/** The token in Toolmark's entry of a client's file; `undefined` if there is none or it comes from elsewhere. */
export async function tokenInEntry(place: ClientPlace): Promise<string | undefined> {
  const { servers } = await readClient(place);
  const raw = servers.find(([name]) => name === 'toolmark');
  const authorization = raw === undefined ? undefined : toClientEntry(...raw)?.authorization;
  return authorization === undefined || authorization === 'from outside' ? undefined : toBearer(authorization);
}

export const toBearer = (authorization: string): string => authorization.replace(/^bearer(?:\s+|$)/i, '').trim();

/** The named token with this value. Only the prefix of a token is known here. */
export const findNamedToken = (sent: string, tokens: readonly NamedToken[]): NamedToken | undefined =>
  tokens.find(({ hint }) => hint !== '' && sent.startsWith(hint));

/** Whether a token has the name that connecting this client creates: only this client uses it. */
export const isNamedAfter = ({ name }: Pick<NamedToken, 'name'>, client: ClientId | 'other'): boolean =>
  name === tokenNameOf(client) || new RegExp(`^${tokenNameOf(client)}-\\d+$`).test(name);

export const tokenNameOf = (client: ClientId | 'other'): string => (client === 'other' ? 'client' : client);
