import type { AuthInfo } from '@toolmark/kit';

/** A user as identified by an issuer. A subject alone is ambiguous: two issuers may use the same. */
export interface Principal {
  readonly issuer: string;
  readonly subject: string;
}

/** A unique key for maps and file names, safe for any characters in the subject. */
export const principalKey = ({ issuer, subject }: Principal): string => JSON.stringify([issuer, subject]);

/** The user of a verified token; `undefined` without one. */
export function principalOf(auth: AuthInfo | undefined): Principal | undefined {
  const { issuer, subject } = auth?.extra ?? {};
  return typeof issuer === 'string' && typeof subject === 'string' ? { issuer, subject } : undefined;
}
