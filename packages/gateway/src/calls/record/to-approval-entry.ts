import { type ApprovalEntry, type Body, cutBytes, type RecordedQuestion } from '@toolmark/record';
import type { CallRecord } from './call-record.ts';

/** A question to a person, its arguments cut like those of calls. If the call continues an earlier request, the entry has that key. */
export function toApprovalEntry(
  question: RecordedQuestion,
  record: Pick<CallRecord, 'seq' | 'id' | 'session'> | undefined,
  maxBytes: number,
): ApprovalEntry {
  const { callSeq, callId, session, ...asked } = question;
  const given = asked.arguments && cut(asked.arguments, maxBytes);
  const others = asked.others && cut(asked.others, maxBytes);
  const isCut = given?.isCut === true || others?.isCut === true;
  return {
    kind: 'approval',
    ...asked,
    callSeq: record?.seq ?? callSeq,
    callId: record?.id ?? callId,
    session: record?.session ?? session,
    arguments: given,
    others,
    // With a part of the text known, a plain digest of the whole would help to guess the rest.
    sent: isCut ? { ...asked.sent, sha256: null } : asked.sent,
  };
}

/** The body is already redacted, so it can be cut anywhere. */
function cut(body: Body, maxBytes: number): Body {
  const text = cutBytes(body.text, maxBytes);
  return text.length === body.text.length ? body : { ...body, text, isCut: true };
}
