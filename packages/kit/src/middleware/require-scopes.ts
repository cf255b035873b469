import type { AuthInfo } from '../call/context.ts';
import type { Middleware } from '../call/middleware.ts';
import { fail } from '../outcome/outcome.ts';

/**
 * Allows only callers that have all of the scopes, and hides the tool from all other callers. A caller without a token,
 * or with an expired one, has no scopes. Scopes are a list or a space-separated string, as in OAuth's `scope` claim.
 * Any other value grants nothing.
 *
 * @example
 * kit.registerTool('delete_note', { use: [requireScopes('notes:write')], … }, handler);
 */
export function requireScopes(...scopes: readonly [string, ...string[]]): Middleware {
  if (scopes.length === 0 || scopes.some((scope) => typeof scope !== 'string' || scope === '')) {
    throw new TypeError('requireScopes needs at least one scope, each a string that is not empty');
  }
  const check: Middleware = (call, next) => {
    const { auth } = call.context;
    if (!isValid(auth)) {
      return fail('UNAUTHENTICATED', `This tool needs a signed-in caller with ${named(scopes)}.`, { scopes });
    }
    const granted = grantedScopes(auth);
    const missing = scopes.filter((scope) => !granted.has(scope));
    if (missing.length === 0) return next();
    return fail('FORBIDDEN', `The caller lacks ${named(missing)}. Ask the user to grant it.`, { missing });
  };
  const isVisible: Middleware['isVisible'] = ({ auth }) => {
    if (!isValid(auth)) return false;
    const granted = grantedScopes(auth);
    return scopes.every((scope) => granted.has(scope));
  };
  return Object.assign(check, { isVisible });
}

/** Verifiers pass the token's claim on unvalidated; `includes` on a string would match a part of another scope. */
function grantedScopes({ scopes }: { readonly scopes: unknown }): ReadonlySet<string> {
  if (typeof scopes === 'string') return new Set(scopes.split(' '));
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string') ? new Set(scopes) : NONE;
}

const NONE: ReadonlySet<string> = new Set();

function isValid(auth: AuthInfo | undefined): auth is AuthInfo {
  if (auth === undefined) return false;
  return auth.expiresAt === undefined || auth.expiresAt * 1000 > Date.now();
}

function named(scopes: readonly string[]): string {
  return `${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.map((scope) => `'${scope}'`).join(', ')}`;
}
