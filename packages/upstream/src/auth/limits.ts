/** How long a person has to sign in. */
export const FLOW_MS = 600_000;

/** How many sign-ins may wait to be completed. */
export const MOST_FLOWS = 50;

/** How long one answer of an authorization server, or one document about it, may take. */
export const ANSWER_MS = 10_000;

/** More than this of an answer is no metadata and no token. */
export const MAX_ANSWER_BYTES: number = 512 * 1024;

/** How long requests wait for a token that is being renewed. */
export const RENEW_MS = 20_000;

/** A token is renewed so long before it ends, or after four fifths of its life where that is short. */
export const RENEW_AHEAD_MS = 60_000;

/** After a renewal that nobody answered, none is tried for so long: the present token may still do. */
export const RENEW_PAUSE_MS = 5_000;

/** Another process that renews the same token is waited for; longer than it may take. */
export const RENEW_LOCK = { staleMs: 30_000, giveUpMs: 45_000 } as const;

/** How long an authorization server gets to take tokens back. */
export const REVOKE_MS = 5_000;

/** Scopes that are taken from one challenge or one document. */
export const MOST_SCOPES = 100;
