import type { Approval } from '@toolmark/api-contract';

/** For this long after something appeared or moved, nobody can have meant it. */
const SETTLE_MS = 500;

export const TOO_SOON = 'It has just moved here: look at it, and answer again.';

/** For a confirmation that was answered the moment it opened, as by a second press of the key that opened it. */
export const READ_FIRST = 'It has just opened: read it, and confirm again.';

export const isTooSoon = (since: number, now: number): boolean => now - since < SETTLE_MS;

/** Whether it can still be answered: what has run out counts as over before the gateway says so. */
export const isOpen = ({ status, expires_at }: Pick<Approval, 'status' | 'expires_at'>, now: number): boolean =>
  status === 'pending' && Date.parse(expires_at) > now;
