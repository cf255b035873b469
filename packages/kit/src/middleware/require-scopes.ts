import type { AuthInfo } from '../call/context.ts';
import type { Middleware } from '../call/middleware.ts';
import { fail } from '../outcome/outcome.ts';

/**
 * Lets only callers through that have every one of the scopes, and hides the tool from the list of everybody else. A caller
 * without a token, or with one that has expired, has no scope.
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
    const missing = scopes.filter((scope) => !auth.scopes.includes(scope));
    if (missing.length === 0) return next();
    return fail('FORBIDDEN', `The caller lacks ${named(missing)}. Ask the user to grant it.`, { missing });
  };
  const isVisible: Middleware['isVisible'] = ({ auth }) =>
    isValid(auth) && scopes.every((scope) => auth.scopes.includes(scope));
  return Object.assign(check, { isVisible });
}

function isValid(auth: AuthInfo | undefined): auth is AuthInfo {
  if (auth === undefined) return false;
  return auth.expiresAt === undefined || auth.expiresAt * 1000 > Date.now();
}

function named(scopes: readonly string[]): string {
  return `${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.map((scope) => `'${scope}'`).join(', ')}`;
}
