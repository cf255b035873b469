import { type ApprovalEntry, type Body, cutBytes, type RecordedQuestion } from '@toolmark/record';
import type { CallRecord } from '../../model/call.ts';

/**
 * A question to a person, with as much of its arguments as is kept of those of calls. A call that goes on after other questions is
 * known by the number that it had before.
 */
export function toApprovalEntry(
  question: RecordedQuestion,
  running: Pick<CallRecord, 'seq' | 'id' | 'session'> | undefined,
  maxBytes: number,
): ApprovalEntry {
  const { callSeq, callId, session, ...asked } = question;
  const given = asked.arguments && cut(asked.arguments, maxBytes);
  const others = asked.others && cut(asked.others, maxBytes);
  const isCut = given?.isCut === true || others?.isCut === true;
  return {
    kind: 'approval',
    ...asked,
    callSeq: running?.seq ?? callSeq,
    callId: running?.id ?? callId,
    session: running?.session ?? session,
    arguments: given,
    others,
    // Beside a part of it, a plain digest of all of it would help to guess the rest.
    sent: isCut ? { ...asked.sent, sha256: null } : asked.sent,
  };
}

/** Secrets are out of it already, so that it can be cut anywhere. */
function cut(body: Body, maxBytes: number): Body {
  const text = cutBytes(body.text, maxBytes);
  return text.length === body.text.length ? body : { ...body, text, isCut: true };
}
