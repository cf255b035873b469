import type { Server, ServerAuth } from '@toolmark/api-contract';
import { visibleLine } from '../text/visible.ts';

/** Whether signing in would help a server. */
export const needsSignIn = ({ auth }: Pick<Server, 'auth'>): boolean =>
  auth.state === 'signed_out' || auth.state === 'expired' || auth.state === 'more_scopes';

/** Whether there is something to sign out of. */
export const canSignOut = ({ auth }: Pick<Server, 'auth'>): boolean => auth.issuer !== null;

/**
 * Why somebody should sign in, in a sentence; empty where nobody has to.
 *
 * @example
 * saySignIn({ state: 'more_scopes', missing_scopes: ['notes:write'] }) // 'It needs more rights …: notes:write.'
 */
export function saySignIn({ state, missing_scopes: missing }: Pick<ServerAuth, 'state' | 'missing_scopes'>): string {
  switch (state) {
    case 'signed_out':
      return 'It wants to know who calls, and nobody is signed in.';
    case 'expired':
      return 'Somebody was signed in, and that is over.';
    case 'more_scopes':
      return `It needs more rights than were granted${missing.length === 0 ? '' : `: ${visibleLine(missing.join(' '), 200)}`}.`;
    default:
      return '';
  }
}

/**
 * Who let somebody in, and to what.
 *
 * @example
 * describeSignIn({ issuer: 'https://login.example.com', scopes: ['a'] }) // 'login.example.com · a'
 */
export function describeSignIn({ issuer, scopes }: Pick<ServerAuth, 'issuer' | 'scopes'>): string {
  if (issuer === null) return '';
  const host = URL.canParse(issuer) ? new URL(issuer).host : issuer;
  return [visibleLine(host, 100), visibleLine(scopes.join(' '), 200)].filter((one) => one !== '').join(' · ');
}

/** A remark of the gateway that the button beside it makes needless. */
export const isAboutSignIn = (remark: string): boolean => /toolmark servers login /.test(remark);

/** Only these are ever opened, whoever wrote them. */
export const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
