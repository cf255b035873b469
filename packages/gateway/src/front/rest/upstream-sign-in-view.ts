import type { ServerAuth } from '@toolmark/api-contract';
import type { AuthStatus } from '@toolmark/upstream';

/** The sign-in state of a server in the format of the API. */
export function toServerAuth(auth: AuthStatus | undefined): ServerAuth {
  const attempt = auth?.attempt;
  return {
    state: auth?.state ?? 'none',
    issuer: auth?.issuer ?? null,
    expires_at: auth?.expiresAt === undefined ? null : toMoment(auth.expiresAt),
    scopes: auth?.scopes ?? [],
    missing_scopes: auth?.missingScopes ?? [],
    attempt:
      attempt === undefined
        ? null
        : {
            id: attempt.id,
            state: attempt.state,
            problem: attempt.problem ?? null,
            expires_at: toMoment(attempt.expiresAt),
          },
  };
}

const toMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
