import type { CallDecision } from '@toolmark/api-contract';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { ruleDigestOf } from '../../policy/asking-rule.ts';
import { clientOf } from '../../sessions/identity.ts';
import { callDigest } from './digest.ts';
import { extraParamsOf } from './extra-params.ts';
import { hintsKey } from './hints-key.ts';
import { sessionBondOf } from './session-bond.ts';

/** The call that an answer is about. An answer does not count for a call that differs in any of these. */
export interface Subject {
  readonly server: string;
  readonly tool: string;
  readonly principal: string;
  /** The client's own name; `null` if it gives none. */
  readonly client: string | null;
  /** Key of the session in the session ledger. */
  readonly session: string;
  /** Identifies the session unforgeably; `undefined` if nothing does. */
  readonly sessionBond: string | undefined;
  /** Name of the rule that asked. */
  readonly rule: string;
  /** Digest of that rule, since another rule may have its name by now; `null` for a built-in rule. */
  readonly ruleDigest: string | null;
  readonly hints: string;
  readonly digest: string;
}

export type ToSubject = (call: Call, tool: CatalogTool, decision: CallDecision) => Subject;

/** Keeps the digests of calls in progress: every look-up of grants and questions needs one, and a long call takes a while. */
export function createToSubject(): ToSubject {
  const known = new WeakMap<Call, { readonly tool: CatalogTool; readonly digest: string }>();
  const digestOf = (call: Call, tool: CatalogTool): string => {
    const before = known.get(call);
    if (before?.tool === tool) return before.digest;
    const digest = callDigest(tool.server, tool.definition.name, call.arguments, extraParamsOf(call));
    known.set(call, { tool, digest });
    return digest;
  };
  return (call, tool, decision) => toSubject(call, tool, decision, digestOf(call, tool));
}

function toSubject(call: Call, tool: CatalogTool, decision: CallDecision, digest: string): Subject {
  const { server, definition } = tool;
  return {
    server,
    tool: definition.name,
    principal: call.caller.principal,
    client: clientOf(call.caller).name,
    session: call.weighed?.session.key ?? '',
    sessionBond: sessionBondOf(call),
    rule: decision.rule,
    ruleDigest: ruleDigestOf(decision),
    hints: hintsKey(tool),
    digest,
  };
}

/** Whether both are the same call of the same principal and client, stopped by the same rule, of a tool with the same hints. */
export const isSameCall = (a: Subject, b: Subject): boolean =>
  a.digest === b.digest &&
  a.principal === b.principal &&
  a.client === b.client &&
  a.rule === b.rule &&
  a.ruleDigest === b.ruleDigest &&
  a.hints === b.hints;
