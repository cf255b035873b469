/** How long a person has to complete a sign-in. */
export const FLOW_MS = 600_000;

/** The most sign-ins in progress. */
export const MOST_FLOWS = 50;

/** The timeout for one answer or metadata document of an authorization server. */
export const ANSWER_MS = 10_000;

/** No valid metadata or token answer is larger. */
export const MAX_ANSWER_BYTES: number = 512 * 1024;

/** How long requests wait for a token renewal. */
export const RENEW_MS = 20_000;

/** How long before its expiry a token is renewed; short-lived tokens after four fifths of their life. */
export const RENEW_AHEAD_MS = 60_000;

/** The pause after a renewal without an answer: the current token may still be valid. */
export const RENEW_PAUSE_MS = 5_000;

/** Waits for another process that renews the same token, longer than a renewal may take. */
export const RENEW_LOCK = { staleMs: 30_000, giveUpMs: 45_000 } as const;

/** The timeout for revoking tokens. */
export const REVOKE_MS = 5_000;

/** The most scopes accepted from one challenge or document. */
export const MOST_SCOPES = 100;
