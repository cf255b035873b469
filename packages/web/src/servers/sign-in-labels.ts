import type { Server, ServerAuth } from '@toolmark/api-contract';
import { visibleLine } from '../text/visible.ts';

/** Whether a sign-in would help. */
export const needsSignIn = ({ auth }: Pick<Server, 'auth'>): boolean =>
  auth.state === 'signed_out' || auth.state === 'expired' || auth.state === 'more_scopes';

/** Whether there is a sign-in to end. */
export const canSignOut = ({ auth }: Pick<Server, 'auth'>): boolean => auth.issuer !== null;

/**
 * Why a sign-in is needed, as a sentence; empty if none is.
 *
 * @example
 * signInMessage({ state: 'more_scopes', missing_scopes: ['notes:write'] }) // 'It needs more rights …: notes:write.'
 */
export function signInMessage({
  state,
  missing_scopes: missing,
}: Pick<ServerAuth, 'state' | 'missing_scopes'>): string {
  switch (state) {
    case 'signed_out':
      return 'The server requires you to sign in.';
    case 'expired':
      return 'The sign-in has expired.';
    case 'more_scopes':
      return `The server needs more permissions than were granted${missing.length === 0 ? '' : `: ${visibleLine(missing.join(' '), 200)}`}.`;
    default:
      return '';
  }
}

/**
 * The issuer of a sign-in, and its scopes.
 *
 * @example
 * describeSignIn({ issuer: 'https://login.example.com', scopes: ['a'] }) // 'login.example.com · a'
 */
export function describeSignIn({ issuer, scopes }: Pick<ServerAuth, 'issuer' | 'scopes'>): string {
  if (issuer === null) return '';
  const host = URL.canParse(issuer) ? new URL(issuer).host : issuer;
  return [visibleLine(host, 100), visibleLine(scopes.join(' '), 200)].filter((one) => one !== '').join(' · ');
}

/** Whether a message of the gateway only repeats what the sign-in button offers. */
export const isAboutSignIn = (remark: string): boolean => /toolmark servers login /.test(remark);

/** Only http and https addresses are ever opened. */
export const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
