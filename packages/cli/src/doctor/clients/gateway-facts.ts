import { connectionSchema, type NamedToken } from '@toolmark/api-contract';
import type { GatewayClient } from '../../gateway-client.ts';
import { namedTokens } from '../tokens.ts';

/** What a gateway reports about access to it. */
export interface GatewayFacts {
  /** Named tokens; empty if unknown. */
  readonly tokens: readonly NamedToken[];
  /** `undefined` if unknown. */
  readonly profiles: readonly string[] | undefined;
  /** Whether it needs no token. */
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
