import type { CallBody } from '@toolmark/api-contract';
import type { RecordedQuestion } from '../approvals/record.ts';
import type { ApprovalEntry, Begin, Body } from './entry.ts';

/** A question to a person. A call that goes on after other questions is known by the number that it had before. */
export function toApprovalEntry(question: RecordedQuestion, begin: Begin | undefined): ApprovalEntry {
  const { callSeq, callId, session, ...asked } = question;
  return {
    kind: 'approval',
    ...asked,
    callSeq: begin?.seq ?? callSeq,
    callId: begin?.id ?? callId,
    session: begin?.session ?? session,
    arguments: asked.arguments === null ? null : toBody(asked.arguments),
  };
}

/** As text: only that holds numbers that no double does. */
function toBody({ value, bytes, is_cut: isCut, redactions }: CallBody): Body {
  const text = isCut && typeof value === 'string' ? value : JSON.stringify(value);
  return { text, bytes, isCut, redactions };
}
