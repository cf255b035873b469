import type { CallDecision } from '@toolmark/api-contract';
import type { LimitRule } from '@toolmark/config';
import { toSeconds } from '@toolmark/reach';

/**
 * Says which limit a call exceeds, and when the next one is let through.
 *
 * @example
 * toDenial({ name: 'writes', per: 'token', calls: 10, windowMs: 60_000 }, 12_000, 0).reason
 * // 'At most 10 calls in 60 s are let through for each token, and there were as many. The next one is let through in 12 s.'
 */
export function toDenial(rule: LimitRule, at: number | undefined, now: number): CallDecision {
  const { name, calls, windowMs, per } = rule;
  const many = calls === 1 ? '1 call' : `${calls} calls`;
  const window = windowMs === undefined ? '' : ` in ${toSeconds(windowMs)}`;
  const most = `At most ${many}${window} ${calls === 1 ? 'is' : 'are'} let through ${WHOSE[per]}, and there were as many.`;
  return { kind: 'deny', rule: `limit: ${name}`, reason: `${most} ${nextOne(rule, at, now)}` };
}

const WHOSE: Readonly<Record<LimitRule['per'], string>> = {
  session: 'in each session',
  token: 'for each token',
  gateway: 'in all',
};

function nextOne({ per }: LimitRule, at: number | undefined, now: number): string {
  if (at !== undefined) return `The next one is let through in ${toSeconds(Math.max(100, at - now))}.`;
  // A budget that is used up stays so.
  if (per === 'session') return 'The next one is let through in another session.';
  return 'The next one is let through when the gateway is started anew, or a person raises the limit.';
}
