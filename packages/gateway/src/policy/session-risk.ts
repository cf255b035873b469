import type { Resolution } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { SessionFacts } from '../model/policy-call.ts';
import { askingRuleOf, ofRule } from './asking-rule.ts';
import { OUTCOMES } from './what-it-is.ts';

/** A write to the open world is visible outside, and can exfiltrate data that the session has read. */
export function writesToOpenWorld({ hints }: Resolution): boolean {
  return !hints.readOnlyHint.value && hints.openWorldHint.value;
}

/** Whether an open-world write would complete the path for exfiltration: the session has read private data and untrusted content. */
export function isAtRisk({ risk }: SessionFacts): boolean {
  return risk.private_data_read && risk.untrusted_content_seen;
}

/** Applies `risk` to the decision about an open-world write of such a session. */
export function weighRisk(decision: CallDecision, risk: PolicyConfig['risk']): CallDecision {
  if (decision.kind !== 'allow' && decision.kind !== 'ask') return decision;
  if (risk === 'warn') {
    const reason = `${decision.reason.replace(/\.$/, '')}. Warning: ${SESSION}, and this call can send data out.`;
    return ofRule({ ...decision, reason }, askingRuleOf(decision));
  }
  // Replaces a question of another rule too: a lasting answer to that question must not answer this one. The terms stay those of that
  // rule: a risk never makes approval easier.
  const weighed: CallDecision = { kind: risk, rule: 'session-risk', reason: `${AT_RISK}, so ${OUTCOMES[risk]}.` };
  return ofRule(weighed, { digest: null, ask: askingRuleOf(decision).ask });
}

const SESSION = 'the session has read private data and seen untrusted content';
const AT_RISK = 'The session has read private data and seen untrusted content, and this tool writes to the open world';
