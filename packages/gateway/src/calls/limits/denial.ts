import type { CallDecision } from '@toolmark/api-contract';
import type { LimitRule } from '@toolmark/config';
import { toSeconds } from '@toolmark/reach';

/**
 * The decision that denies a call: its reason names the limit and the time of the next allowed call.
 *
 * @example
 * toDenial({ name: 'writes', per: 'token', calls: 10, windowMs: 60_000 }, 12_000, 0).reason
 * // 'The limit is 10 calls in 60 s for each token, and it is reached. The next call is allowed in 12 s.'
 */
export function toDenial(rule: LimitRule, at: number | undefined, now: number): CallDecision {
  const { name, calls, windowMs, per } = rule;
  const many = calls === 1 ? '1 call' : `${calls} calls`;
  const window = windowMs === undefined ? '' : ` in ${toSeconds(windowMs)}`;
  const limit = `The limit is ${many}${window} ${SCOPES[per]}, and it is reached.`;
  return { kind: 'deny', rule: `limit: ${name}`, reason: `${limit} ${nextAllowed(rule, at, now)}` };
}

const SCOPES: Readonly<Record<LimitRule['per'], string>> = {
  session: 'in each session',
  token: 'for each token',
  gateway: 'for all clients together',
};

function nextAllowed({ per }: LimitRule, at: number | undefined, now: number): string {
  if (at !== undefined) return `The next call is allowed in ${toSeconds(Math.max(100, at - now))}.`;
  // A limit without a window never recovers.
  if (per === 'session') return 'The next call is allowed in another session.';
  return 'The next call is allowed after the gateway restarts, or a person raises the limit.';
}
