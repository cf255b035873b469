import type { Approval } from '@toolmark/api-contract';

/** Clicks this soon after a card appeared or moved are probably accidental. */
const SETTLE_MS = 500;

export const TOO_SOON = 'This just moved. Click again to confirm.';

/** For a confirmation that was answered as soon as it opened, such as by pressing the same key twice. */
export const READ_FIRST = 'This just opened. Read it, then confirm again.';

export const isTooSoon = (since: number, now: number): boolean => now - since < SETTLE_MS;

/** Whether a request can still be answered. It counts as expired here before the gateway says so. */
export const isOpen = ({ status, expires_at }: Pick<Approval, 'status' | 'expires_at'>, now: number): boolean =>
  status === 'pending' && Date.parse(expires_at) > now;
