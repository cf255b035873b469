import { connectionSchema, type NamedToken } from '@toolmark/api-contract';
import type { GatewayClient } from '../../gateway-client.ts';
import { namedTokens } from '../tokens.ts';

/** What a gateway says of who may use it, and where. */
export interface GatewayFacts {
  /** Those with names; none where it cannot tell. */
  readonly tokens: readonly NamedToken[];
  /** `undefined` where it cannot tell. */
  readonly profiles: readonly string[] | undefined;
  /** Whether it asks for no token. */
  readonly isOpen: boolean;
}

export async function gatewayFacts(client: GatewayClient): Promise<GatewayFacts> {
  const [tokens, connection] = await Promise.all([
    namedTokens(client),
    client.request('GET', '/connection', connectionSchema),
  ]);
  if (!connection.ok) return { tokens, profiles: undefined, isOpen: false };
  const { profiles, token_placeholder: placeholder } = connection.value.value;
  return { tokens, profiles: profiles.map(({ name }) => name), isOpen: placeholder === null };
}
