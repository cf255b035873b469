import type { MovedSecrets, PlainSecret, ServerList } from '@toolmark/api-contract';
import { toFailure } from '../api/api-failure.ts';
import { get, part, post } from '../api/request.ts';

/** The plain secrets in the config of one server. */
export interface PlainSecrets {
  readonly server: string;
  readonly secrets: readonly PlainSecret[];
}

/** Finds the values in the config that look like secrets, by asking what would be moved. Changes nothing. */
export async function findPlainSecrets(signal: AbortSignal): Promise<readonly PlainSecrets[]> {
  const { servers } = await get<ServerList>('/servers', { signal });
  const found = await Promise.all(
    servers.map(async ({ name }) => {
      try {
        const { moved } = await moveSecrets(name, { dry_run: true });
        return { server: name, secrets: moved };
      } catch (error) {
        // A server that was removed meanwhile, or whose entry cannot be edited, has nothing to move.
        if (['not_found', 'conflict'].includes(toFailure(error).code)) return { server: name, secrets: [] };
        throw error;
      }
    }),
  );
  return found.filter(({ secrets }) => secrets.length > 0);
}

export const moveSecrets = (server: string, body: { readonly dry_run?: boolean } = {}): Promise<MovedSecrets> =>
  post<MovedSecrets>(`/servers/${part(server)}/secrets`, { body });

/**
 * What the config has after a move, in place of the value.
 *
 * @example
 * toReference('GITHUB_TOKEN') // '${secret:GITHUB_TOKEN}'
 */
export const toReference = (name: string): string => `\${secret:${name}}`;

/** A name that the gateway accepts. */
export const isSecretName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(text);
