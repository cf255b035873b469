import type { AuthInfo, ToolContext } from '@toolmark/kit';
import * as z from 'zod';
import { NextcloudError } from '../errors.ts';
import { createNextcloud, type NextcloudOptions } from '../http/create-nextcloud.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { type Principal, principalKey, principalOf } from './principal.ts';

/** The bearer token that Nextcloud gets for a caller. */
export type BearerFor = (auth: AuthInfo, principal: Principal) => string | Promise<string>;

const User = z.object({ id: z.string().min(1) });
const MAX_USERS = 10_000;
const USER_MS = 15_000;

/** Connects to Nextcloud with a bearer token. Nextcloud itself tells the user id for DAV paths. */
export function createUserNextclouds(
  options: Pick<NextcloudOptions, 'url' | 'onRequest'>,
): (principal: Principal, bearer: () => Promise<string>) => Promise<Nextcloud> {
  const users = new Map<string, string>();
  return async (principal, bearer) => {
    const as = (user: string): Nextcloud =>
      explainRefusals(createNextcloud({ ...options, user, authorization: async () => `Bearer ${await bearer()}` }));
    const key = principalKey(principal);
    const known = users.get(key);
    if (known !== undefined) return as(known);
    const { id } = await as('').ocs(User, {
      method: 'GET',
      path: ['ocs', 'v2.php', 'cloud', 'user'],
      what: 'your account',
      signal: AbortSignal.timeout(USER_MS),
    });
    const [oldest] = users.keys();
    if (users.size >= MAX_USERS && oldest !== undefined) users.delete(oldest);
    users.set(key, id);
    return as(id);
  };
}

/** The Nextcloud of the caller. Throws without a verified token. */
export function createCallerNextcloud(
  bearer: BearerFor,
  nextcloudOf: ReturnType<typeof createUserNextclouds>,
): (context: Pick<ToolContext, 'auth'>) => Promise<Nextcloud> {
  return async ({ auth }) => {
    const principal = principalOf(auth);
    if (auth === undefined || principal === undefined)
      throw new NextcloudError('BAD_CREDENTIALS', 'This call carries no access token. Sign in, and try again.');
    return nextcloudOf(principal, async () => bearer(auth, principal));
  };
}

/** Replaces the message of status 401, which is about passwords, by one about tokens. */
function explainRefusals({ user, request, json, ocs }: Nextcloud): Nextcloud {
  const explain = (error: unknown): never => {
    if (!(error instanceof NextcloudError) || error.code !== 'BAD_CREDENTIALS' || error.status !== 401) throw error;
    throw new NextcloudError(
      'BAD_CREDENTIALS',
      'Nextcloud did not accept your token. Sign in again; if that does not help, its user_oidc app does not trust this issuer or audience.',
      { status: 401 },
    );
  };
  return {
    user,
    request: (asked) => request(asked).catch(explain),
    json: (schema, asked) => json(schema, asked).catch(explain),
    ocs: (schema, asked) => ocs(schema, asked).catch(explain),
  };
}
