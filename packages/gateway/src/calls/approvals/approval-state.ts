const PREFIX = 'toolmark-approval.';

/** What a client of 2026-07-28 comes back with. It can be told from the states of servers, even when nobody knows it any more. */
export const toApprovalState = (secret: string): string => `${PREFIX}${secret}`;

export const isApprovalState = (state: unknown): state is string =>
  typeof state === 'string' && state.startsWith(PREFIX);
