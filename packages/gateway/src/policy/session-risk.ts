import type { Resolution } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyConfig } from '@toolmark/config';
import type { SessionFacts } from '../model/policy-call.ts';
import { askingRuleOf, ofRule } from './asking-rule.ts';
import { OUTCOMES } from './what-it-is.ts';

/** What it does can be seen by anybody, and may carry away what the session has read. */
export function writesToOpenWorld({ hints }: Resolution): boolean {
  return !hints.readOnlyHint.value && hints.openWorldHint.value;
}

/** One step is missing until somebody who wrote what the session has seen can read what it has read. */
export function isAtRisk({ risk }: SessionFacts): boolean {
  return risk.private_data_read && risk.untrusted_content_seen;
}

/** What becomes of a decision about an open-world write of such a session. */
export function weighRisk(decision: CallDecision, risk: PolicyConfig['risk']): CallDecision {
  if (decision.kind !== 'allow' && decision.kind !== 'ask') return decision;
  if (risk === 'warn') {
    const reason = `${decision.reason.replace(/\.$/, '')}; mind that ${SESSION}, and it can carry data away.`;
    return ofRule({ ...decision, reason }, askingRuleOf(decision));
  }
  // Also where a person is asked anyway: an answer to another question, given for always, is none to this one. How that may be
  // answered stays as its rule has it: a risk never makes it easier.
  const weighed: CallDecision = { kind: risk, rule: 'session-risk', reason: `${AT_RISK}, so ${OUTCOMES[risk]}.` };
  return ofRule(weighed, { digest: null, ask: askingRuleOf(decision).ask });
}

const SESSION = 'the session has read private data and seen untrusted content';
const AT_RISK = 'The session has read private data and seen untrusted content, and this tool writes to the open world';
