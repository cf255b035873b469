import type { CallDecision } from '@toolmark/api-contract';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { ruleDigestOf } from '../../policy/asking-rule.ts';
import { clientOf } from '../../sessions/identity.ts';
import { callDigest } from './digest.ts';
import { extraParamsOf } from './extra-params.ts';
import { hintsKey } from './hints-key.ts';
import { sessionBondOf } from './session-bond.ts';

/** What an answer is about: nothing that differs in any of this is let through by it. */
export interface Subject {
  readonly server: string;
  readonly tool: string;
  readonly principal: string;
  /** What its client says it is called; `null` for one that gives no name. */
  readonly client: string | null;
  /** Of the session, as the ledger has it. */
  readonly session: string;
  /** What tells the session from every other one; `undefined` where nothing does. */
  readonly sessionBond: string | undefined;
  /** The rule that asked. */
  readonly rule: string;
  /** What that rule says: under the same name there may be another one by now. `null` where it is built in. */
  readonly ruleDigest: string | null;
  readonly hints: string;
  readonly digest: string;
}

export function toSubject(call: Call, tool: CatalogTool, decision: CallDecision): Subject {
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
    digest: digestOf(call, tool),
  };
}

/** Of calls under way, and of which tool: it is asked for whenever grants and questions are looked through, and takes a while for a long call. */
const known = new WeakMap<Call, { readonly tool: CatalogTool; readonly digest: string }>();

function digestOf(call: Call, tool: CatalogTool): string {
  const before = known.get(call);
  if (before?.tool === tool) return before.digest;
  const digest = callDigest(tool.server, tool.definition.name, call.arguments, extraParamsOf(call));
  known.set(call, { tool, digest });
  return digest;
}

/** Whether it is the same call, made by the same one, stopped for the same reason, of a tool with the same hints. */
export const isSameCall = (a: Subject, b: Subject): boolean =>
  a.digest === b.digest &&
  a.principal === b.principal &&
  a.client === b.client &&
  a.rule === b.rule &&
  a.ruleDigest === b.ruleDigest &&
  a.hints === b.hints;
