import { isDeepStrictEqual } from 'node:util';
import type { CallDecision } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { LimitRule } from '@toolmark/config';
import type { PolicyCall, PolicyTool } from '../../model/policy-call.ts';
import { createMatcher, type Matcher } from '../../policy/match/matcher.ts';
import type { CallCount } from './call-count.ts';
import { type Counts, createCounts } from './counts.ts';
import { toDenial } from './denial.ts';

/** How many calls are let through, in how long a time. */
export interface Limits {
  /** Where there are none, nobody has to find out what they would look at. */
  readonly isEmpty: boolean;
  /** From now on these count. What was counted goes on to count where only the number of calls is another one. */
  readonly apply: (rules: readonly LimitRule[]) => void;
  /**
   * Counts the call against every limit that is about it; or, where one of them is used up, counts it against none and says why it
   * is denied.
   */
  readonly take: (call: PolicyCall, keys: LimitKeys) => CallDecision | undefined;
}

/** Whose calls are counted together. */
interface LimitKeys {
  readonly session: string;
  readonly principal: string;
}

export interface LimitsOptions {
  readonly rules: readonly LimitRule[];
  readonly clock: Pick<Clock, 'now'>;
  /** A session in which nothing happened for so long is over, and with it what it used up. */
  readonly sessionIdleMs: number;
}

/**
 * @example
 * const limits = createLimits({ rules: config.policy.limits, clock: systemClock, sessionIdleMs: 1_800_000 });
 * limits.take(call, { session: 'abc', principal: 'ci' }) // undefined, or why not
 */
export function createLimits({ rules, clock, sessionIdleMs }: LimitsOptions): Limits {
  let limits: readonly Limit[] = [];
  /** Which of them can be about a tool is found out once. */
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
      const about = limitsOf(call.tool);
      if (about.length === 0) return undefined;
      const now = clock.now();
      const counts: CallCount[] = [];
      let denied: Denied | undefined;
      for (const { rule, matcher, counts: all } of about) {
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
  /** When the next one is let through; `undefined` for never. */
  readonly at: number | undefined;
}

/** Of several limits that are used up, the one that is so for longest is worth telling about. */
function longer(a: Denied | undefined, b: Denied): Denied {
  if (a === undefined) return b;
  return (b.at ?? Number.POSITIVE_INFINITY) > (a.at ?? Number.POSITIVE_INFINITY) ? b : a;
}

/** What was counted goes on to count where only the number of calls is another one. */
function toLimit(rule: LimitRule, before: readonly Limit[], sessionIdleMs: number): Limit {
  const same = before.find((limit) => isDeepStrictEqual({ ...limit.rule, calls: 0 }, { ...rule, calls: 0 }));
  if (same !== undefined) return { ...same, rule };
  const matcher = createMatcher(rule, 'strict');
  return { rule, matcher, counts: createCounts(rule.windowMs, idleMsOf(rule, sessionIdleMs)) };
}

function idleMsOf({ per, windowMs }: LimitRule, sessionIdleMs: number): number {
  // After an idle window there is nothing in it; a budget lasts as long as whose it is.
  return windowMs ?? (per === 'session' ? sessionIdleMs : Number.POSITIVE_INFINITY);
}

function keyOf({ per }: LimitRule, { session, principal }: LimitKeys): string {
  return per === 'session' ? session : per === 'token' ? principal : '';
}
