import type { AuthInfo } from '@toolmark/kit';

/** A user, as the authorization server names them. A subject alone means nothing: two issuers may use the same. */
export interface Principal {
  readonly issuer: string;
  readonly subject: string;
}

/** For maps and file names: different for different users, whatever characters their names have. */
export const principalKey = ({ issuer, subject }: Principal): string => JSON.stringify([issuer, subject]);

/** The user of a checked token; `undefined` where there is none. */
export function principalOf(auth: AuthInfo | undefined): Principal | undefined {
  const { issuer, subject } = auth?.extra ?? {};
  return typeof issuer === 'string' && typeof subject === 'string' ? { issuer, subject } : undefined;
}
