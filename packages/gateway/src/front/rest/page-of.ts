import { err, type Result } from '@toolmark/annotations';
import { type RelyingParty, relyingPartyOf } from '../presence/relying-party.ts';
import type { RestContext } from './deps.ts';
import { ownerOf } from './owner-of.ts';

/**
 * The page that a request comes from, for what only the page may do; a sentence for everybody else. Whoever has a cookie and changes
 * something has said by `Origin` where they come from, and the guard has found it to be ours.
 */
export function pageOf(context: RestContext): Result<RelyingParty, string> {
  if (ownerOf(context).via !== 'cookie')
    return err('Passkeys are used on the page, in a browser that is signed in. Open it with: toolmark open');
  return relyingPartyOf(context.req.header('origin'));
}
