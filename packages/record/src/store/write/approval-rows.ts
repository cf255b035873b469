import type { ApprovalEndEntry, ApprovalEntry } from '../../entry.ts';
import { toBodyColumns } from '../body-columns.ts';
import type { ApprovalsTable } from '../schema.ts';
import type { ApprovalEndColumns } from './approval-statements.ts';

/** A new, unanswered request. */
export function toApprovalRow(entry: ApprovalEntry, instance: string): ApprovalsTable {
  // Missing in journals of older versions.
  const { others = null, sent = null } = entry as Partial<ApprovalEntry>;
  return {
    id: entry.id,
    server: entry.server,
    tool: entry.tool,
    title: entry.title,
    rule: entry.rule,
    reason: entry.reason,
    principal: entry.principal,
    mode: entry.mode,
    instance_id: instance,
    call_seq: entry.callSeq,
    call_id: entry.callId,
    session_id: entry.session,
    class: entry.class,
    effective: JSON.stringify(entry.effective),
    ...toBodyColumns('arguments', entry.arguments),
    ...toBodyColumns('others', others),
    sent_bytes: sent?.bytes ?? null,
    sent_sha256: sent?.sha256 ?? null,
    client_name: entry.client,
    requested_at: entry.at,
    expires_at: entry.expiresAt,
    waits: entry.waits ? 1 : 0,
    terms: entry.terms === undefined ? null : JSON.stringify(entry.terms),
    status: 'pending',
    resolved_at: null,
    ...NO_ANSWER,
  };
}

export function toApprovalEnd({ status, at, answer }: ApprovalEndEntry): ApprovalEndColumns {
  if (answer === null) return { status, resolved_at: at, ...NO_ANSWER };
  // Older gateways call the route `page` `web`, and have no passkeys.
  const { route, presence = 'none' }: { readonly route: string; readonly presence?: string } = answer;
  return {
    status,
    resolved_at: Date.parse(answer.at),
    answer_decision: answer.decision,
    remember: answer.remember,
    scope: answer.scope,
    presence,
    answered_by: answer.by,
    route: route === 'web' ? 'page' : route,
  };
}

const NO_ANSWER = {
  answer_decision: null,
  remember: null,
  scope: null,
  route: null,
  presence: null,
  answered_by: null,
};
