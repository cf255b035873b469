import type { Approval } from '@toolmark/api-contract';
import { cutTo, padTo, safeText, widest } from '@toolmark/audit';
import { CLASS_MARKS, clientOf, toolOf } from '../calls/marks.ts';
import type { Screen } from '../gateway-client-command.ts';
import { toClock } from '../text/amounts.ts';
import { APPROVAL_MARKS, approvalStatusOf, ID_LENGTH, outcomeOf } from './approval-text.ts';
import { summaryOf } from './list-text.ts';

const STATUS_WIDTH = '⊘ cancelled'.length;
/** A shorter text is useless. */
const MIN_TAIL = 8;

/** An approval in one line: time, id, tool, and its parameters or outcome. */
export function renderApprovalLine(approval: Approval, screen: Screen): string {
  const { paint, columns, now } = screen;
  const isOpen = approval.status === 'pending';
  const at = isOpen ? approval.requested_at : (approval.answer?.at ?? now.toISOString());
  const [clock, status, id] = [
    toClock(at),
    padTo(approvalStatusOf(approval), STATUS_WIDTH),
    safeText(approval.id.slice(0, ID_LENGTH)),
  ];
  const fixed = widest([clock]) + widest([status]) + widest([id]) + 6;
  const tool = cutTo(toolOf(approval), Math.max(MIN_TAIL, columns - fixed));
  const room = columns - fixed - widest([tool]) - 2;
  const tail = isOpen
    ? `${clientOf(approval.client_name)}  ${summaryOf(approval)}`.trimEnd()
    : outcomeOf(approval, now);
  return [
    paint('dim', clock),
    paint(APPROVAL_MARKS[approval.status].style, status),
    paint('dim', id),
    paint(CLASS_MARKS[approval.class].style, tool),
    ...(room < MIN_TAIL ? [] : [paint('dim', cutTo(tail, room))]),
  ].join('  ');
}
