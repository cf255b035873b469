import { isDeepStrictEqual } from 'node:util';
import type { CallDecision } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { LimitRule } from '@toolmark/config';
import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';
import { createMatcher, type Matcher } from '../../policy/match/matcher.ts';
import type { CallCount } from './call-count.ts';
import { type Counts, createCounts } from './counts.ts';
import { toDenial } from './denial.ts';

/** Rate limits and budgets for calls. */
export interface Limits {
  /** Whether no limit is configured, so that calls can skip the check. */
  readonly isEmpty: boolean;
  /** Replaces the limits. A limit that changed only in its number of calls keeps its counts. */
  readonly apply: (rules: readonly LimitRule[]) => void;
  /** Counts the call against every limit that applies to it; or, if one of them is reached, counts it against none and denies it. */
  readonly take: (call: PolicyCall, keys: LimitKeys) => CallDecision | undefined;
}

/** The session and token that the call counts for. */
interface LimitKeys {
  readonly session: string;
  readonly principal: string;
}

export interface LimitsOptions {
  readonly rules: readonly LimitRule[];
  readonly clock: Pick<Clock, 'now'>;
  /** A session ends after this long without a call, and its counts with it. */
  readonly sessionIdleMs: number;
}

/**
 * @example
 * const limits = createLimits({ rules: config.policy.limits, clock: systemClock, sessionIdleMs: 1_800_000 });
 * limits.take(call, { session: 'abc', principal: 'ci' }) // undefined, or why not
 */
export function createLimits({ rules, clock, sessionIdleMs }: LimitsOptions): Limits {
  let limits: readonly Limit[] = [];
  /** The limits that can apply to a tool, computed once for each. */
  let limitsByTool = new WeakMap<PolicyTool, readonly Limit[]>();

  const limitsOf = (tool: PolicyTool): readonly Limit[] => {
    const known = limitsByTool.get(tool);
    if (known !== undefined) return known;
    const found = limits.filter(({ matcher }) => matcher.appliesTo(tool));
    limitsByTool.set(tool, found);
    return found;
  };

  const running = {
    isEmpty: true,
    apply: (changed: readonly LimitRule[]): void => {
      running.isEmpty = changed.length === 0;
      limits = changed.map((rule) => toLimit(rule, limits, sessionIdleMs));
      limitsByTool = new WeakMap();
    },
    take: (call: PolicyCall, keys: LimitKeys): CallDecision | undefined => {
      const applying = limitsOf(call.tool);
      if (applying.length === 0) return undefined;
      const now = clock.now();
      const counts: CallCount[] = [];
      let denied: Denied | undefined;
      for (const { rule, matcher, counts: all } of applying) {
        if (!matcher.matchesRest(call)) continue;
        const count = all.of(keyOf(rule, keys), now);
        const at = count.below(rule.calls, now);
        if (at === now) counts.push(count);
        else denied = longer(denied, { rule, at });
      }
      if (denied !== undefined) return toDenial(denied.rule, denied.at, now);
      for (const count of counts) count.add(now);
      return undefined;
    },
  };
  running.apply(rules);
  return running;
}

interface Limit {
  readonly rule: LimitRule;
  readonly matcher: Matcher;
  readonly counts: Counts;
}

interface Denied {
  readonly rule: LimitRule;
  /** Time of the next allowed call; `undefined` for never. */
  readonly at: number | undefined;
}

/** Of several reached limits, the refusal names the one that lasts longest. */
function longer(a: Denied | undefined, b: Denied): Denied {
  if (a === undefined) return b;
  return (b.at ?? Number.POSITIVE_INFINITY) > (a.at ?? Number.POSITIVE_INFINITY) ? b : a;
}

/** Keeps the counts of a limit that changed only in its number of calls. */
function toLimit(rule: LimitRule, before: readonly Limit[], sessionIdleMs: number): Limit {
  const same = before.find((limit) => isDeepStrictEqual({ ...limit.rule, calls: 0 }, { ...rule, calls: 0 }));
  if (same !== undefined) return { ...same, rule };
  const matcher = createMatcher(rule, 'strict');
  return { rule, matcher, counts: createCounts(rule.windowMs, idleMsOf(rule, sessionIdleMs)) };
}

function idleMsOf({ per, windowMs }: LimitRule, sessionIdleMs: number): number {
  // A window is empty after being idle for its length. A budget lasts as long as its session or the gateway.
  return windowMs ?? (per === 'session' ? sessionIdleMs : Number.POSITIVE_INFINITY);
}

function keyOf({ per }: LimitRule, { session, principal }: LimitKeys): string {
  return per === 'session' ? session : per === 'token' ? principal : '';
}
