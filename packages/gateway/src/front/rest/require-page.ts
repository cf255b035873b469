import { err, type Result } from '@toolmark/annotations';
import { type RelyingParty, relyingPartyOf } from '../presence/relying-party.ts';
import type { RestContext } from './deps.ts';
import { ownerOf } from './owner-of.ts';

/**
 * The page that sent the request, for routes that only the page may use; otherwise an error sentence. A changing
 * request with a cookie has an `Origin` header, which the guard has checked.
 */
export function requirePage(context: RestContext): Result<RelyingParty, string> {
  if (ownerOf(context).via !== 'cookie')
    return err('Passkeys only work on the page, in a signed-in browser. Open it with: toolmark open');
  return relyingPartyOf(context.req.header('origin'));
}
