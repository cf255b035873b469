import type { ApprovalEndEntry, ApprovalEntry } from '../../entry.ts';
import { encodeBody } from '../body-codec.ts';
import type { ApprovalsTable } from '../schema.ts';
import type { ApprovalEndColumns } from './approval-statements.ts';

/** A new, unanswered request. */
export function toApprovalRow(entry: ApprovalEntry, instance: string): ApprovalsTable {
  const { id, server, tool, title, rule, reason, principal, mode } = entry;
  const given = entry.arguments;
  const encoded = given === null ? NO_BODY : encodeBody(given.text);
  // Missing in journals of older versions.
  const { others = null, sent = null } = entry as Partial<ApprovalEntry>;
  const encodedOthers = others === null ? NO_BODY : encodeBody(others.text);
  return {
    ...{ id, server, tool, title, rule, reason, principal, mode },
    instance_id: instance,
    call_seq: entry.callSeq,
    call_id: entry.callId,
    session_id: entry.session,
    class: entry.class,
    effective: JSON.stringify(entry.effective),
    arguments: encoded.bytes,
    arguments_encoding: encoded.encoding,
    arguments_bytes: given?.bytes ?? 0,
    arguments_cut: given?.isCut === true ? 1 : 0,
    arguments_redactions: given?.redactions ?? 0,
    others: encodedOthers.bytes,
    others_encoding: encodedOthers.encoding,
    others_bytes: others?.bytes ?? 0,
    others_cut: others?.isCut === true ? 1 : 0,
    others_redactions: others?.redactions ?? 0,
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
  const { decision, remember, scope, by } = answer;
  // Older gateways call the route `page` `web`, and have no passkeys.
  const { route, presence = 'none' }: { readonly route: string; readonly presence?: string } = answer;
  return {
    status,
    resolved_at: Date.parse(answer.at),
    ...{ answer_decision: decision, remember, scope, presence, answered_by: by },
    route: route === 'web' ? 'page' : route,
  };
}

const NO_BODY = { bytes: null, encoding: 0 };
const NO_ANSWER = {
  answer_decision: null,
  remember: null,
  scope: null,
  route: null,
  presence: null,
  answered_by: null,
};
