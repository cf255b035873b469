import type { PolicyInUse, PolicyLimitInUse, PolicyRuleInUse } from '@toolmark/api-contract';
import type { LimitRule, PolicyConfig, PolicyRule } from '@toolmark/config';

/** A policy in the format of the config file, with times in seconds. */
export function toPolicyInUse(policy: PolicyConfig): PolicyInUse {
  const { rules, defaults, risk, ask, limits, retry, checks, resultBytes } = policy;
  return {
    rules: rules.map(toRule),
    defaults,
    risk,
    ask: { wait: toSeconds(ask.waitMs), expiry: toSeconds(ask.expiryMs), routes: ask.routes, presence: ask.presence },
    limits: limits.map(toLimit),
    retry: { attempts: retry.attempts, deadline: toSeconds(retry.deadlineMs) },
    checks,
    resultBytes,
  };
}

const toSeconds = (milliseconds: number): number => milliseconds / 1_000;

const toRule = ({ name, decision, reason, ...matcher }: PolicyRule): PolicyRuleInUse => ({
  name,
  decision,
  ...(reason !== undefined && { reason }),
  ...matcher,
});

const toLimit = ({ name, per, calls, windowMs, ...matcher }: LimitRule): PolicyLimitInUse => ({
  name,
  per,
  calls,
  ...(windowMs !== undefined && { seconds: toSeconds(windowMs) }),
  ...matcher,
});
