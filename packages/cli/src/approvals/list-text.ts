import type { Approval } from '@toolmark/api-contract';
import { escapeHidden } from '@toolmark/api-contract/exact-json';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import { CLASS_MARKS, clientOf, renderLegend, toolOf } from '../calls/marks.ts';
import type { Screen } from '../gateway-client-command.ts';
import { toAgo, toCount } from '../text/amounts.ts';
import { shortIds } from '../text/short-ids.ts';
import { type Column, renderTable } from '../text/table.ts';
import { APPROVAL_MARKS, approvalStatusOf, ID_LENGTH, leftOf, outcomeOf } from './approval-text.ts';

/** The part of a list that is shown. */
export interface ShownApprovals {
  readonly approvals: readonly Approval[];
  readonly total: number;
  /** The requested status. */
  readonly status: string;
}

const EXPLAINED =
  'Calls that need approval are listed here until someone answers, in the client, on the page or with: toolmark approvals approve <id>';

/** Approvals as a table, with the reason below each. */
export function renderApprovals({ approvals, total, status }: ShownApprovals, screen: Screen): readonly string[] {
  const { paint, columns } = screen;
  const dim = (text: string): readonly string[] => wrapText(text, columns - 2).map((line) => `  ${paint('dim', line)}`);
  if (approvals.length === 0) {
    const none = status === 'pending' ? 'No call is waiting for approval.' : 'No approvals match.';
    return [`  ${status === 'all' ? 'No approvals yet.' : none}`, ...dim(EXPLAINED)];
  }
  const more = `${toCount(approvals.length)} of ${toCount(total)} approvals; more with --limit`;
  const isOpen = approvals.some((approval) => approval.status === 'pending');
  return [
    ...renderApprovalRows(approvals, screen),
    '',
    ...renderLegend(screen),
    ...(isOpen ? dim('Details: toolmark approvals show <id>. Answer: toolmark approvals approve|deny <id>') : []),
    ...(approvals.length < total ? dim(more) : []),
  ];
}

function renderApprovalRows(approvals: readonly Approval[], screen: Screen): readonly string[] {
  const { now, paint, columns: width } = screen;
  const ids = shortIds(
    approvals.map(({ id }) => id),
    ID_LENGTH,
  );
  const columns: readonly Column<Approval>[] = [
    { head: 'STATUS', cell: approvalStatusOf, style: ({ status }) => APPROVAL_MARKS[status].style, worth: 4 },
    { head: 'TOOL', cell: toolOf, style: ({ class: of }) => CLASS_MARKS[of].style, give: 'shrink', least: 10 },
    { head: 'ASKED', cell: ({ requested_at: at }) => toAgo(at, now), worth: 2 },
    { head: 'LEFT', cell: (approval) => leftOf(approval, now), align: 'right', worth: 1 },
    { head: 'ID', cell: ({ id }) => safeText(ids.get(id) ?? id), style: () => 'dim' },
    { head: 'CLIENT', cell: ({ client_name: name }) => clientOf(name), give: 'drop', least: 12 },
    { head: 'RULE', cell: ({ rule }) => safeText(rule), give: 'drop', least: 10 },
    { head: 'ARGUMENTS', cell: summaryOf, style: () => 'dim', give: 'drop', least: 20 },
  ];
  return renderTable(approvals, columns, screen, (approval) => {
    const why = approval.status === 'pending' ? approval.reason : outcomeOf(approval, now);
    return [paint('dim', cutTo(safeText(why), width - 4))];
  });
}

/** The beginning of the exact parameters; of the recorded arguments once the call is decided. */
export function summaryOf({ arguments: given, sent }: Pick<Approval, 'arguments' | 'sent'>): string {
  if (sent?.text != null) return escapeHidden(withoutName(sent.text).slice(0, 200)).slice(0, 200);
  if (given === null) return '';
  const text = typeof given.value === 'string' ? given.value : (JSON.stringify(given.value) ?? '');
  return safeText(text.slice(0, 200));
}

/**
 * Drops the tool's name, which has its own column: `{"id":1},"_meta":{…}` of
 * `{"name":"delete","arguments":{"id":1},"_meta":{…}}`.
 */
const withoutName = (text: string): string => (NAME.test(text) ? text.replace(NAME, '').replace(/\}$/, '') : text);
const NAME = /^\{"name":"(?:[^"\\]|\\.)*",(?:"arguments":)?/;
