import type { ToolCall } from '@toolmark/api-contract';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import { ID_LENGTH } from '../approvals/approval-text.ts';
import type { Screen } from '../gateway-client-command.ts';
import { toAgo, toCount, toElapsed, toShort } from '../text/amounts.ts';
import { MILLISECOND_LENGTH, shortIds } from '../text/short-ids.ts';
import { type Column, renderTable } from '../text/table.ts';
import { CLASS_MARKS, clientOf, renderLegend, STATUS_MARKS, statusOf, toolOf } from './marks.ts';

/** The part of a list that is shown. */
export interface ShownCalls {
  readonly calls: readonly ToolCall[];
  readonly total: number;
  readonly isExact: boolean;
  /** Whether filters were given. */
  readonly isFiltered: boolean;
}

/** Calls as a table, newest first, and how many more there are. */
export function renderCalls({ calls, total, isExact, isFiltered }: ShownCalls, screen: Screen): readonly string[] {
  if (calls.length === 0) return [isFiltered ? '  No calls match.' : '  No calls yet.'];
  const all = `${isExact ? '' : 'at least '}${toCount(total)}`;
  const more = `${toCount(calls.length)} of ${all} calls; more with --limit, all with toolmark calls export`;
  return [
    ...renderCallRows(calls, screen),
    '',
    ...renderLegend(screen),
    ...(calls.length < total ? wrapText(more, screen.columns - 2) : []).map((line) => `  ${screen.paint('dim', line)}`),
  ];
}

/** Only the table. */
export function renderCallRows(calls: readonly ToolCall[], screen: Screen): readonly string[] {
  const ids = shortIds(
    calls.map(({ id }) => id),
    MILLISECOND_LENGTH,
  );
  const columns: readonly Column<ToolCall>[] = [
    {
      head: 'STATUS',
      cell: statusOf,
      style: ({ status }) => STATUS_MARKS[status].style,
      give: 'shrink',
      least: 6,
    },
    {
      head: 'TOOL',
      cell: toolOf,
      style: ({ class: of }) => (of === null ? undefined : CLASS_MARKS[of].style),
      give: 'shrink',
      least: 10,
    },
    { head: 'TIME', cell: (call) => timeOf(call, screen), align: 'right', worth: 2 },
    { head: 'TOKENS', cell: ({ metrics }) => tokensOf(metrics.total_tokens), align: 'right', give: 'drop', worth: 1 },
    { head: 'WHEN', cell: ({ started_at: at }) => toAgo(at, screen.now), worth: 1 },
    { head: 'ID', cell: ({ id }) => safeText(ids.get(id) ?? id), style: () => 'dim' },
    { head: 'CLIENT', cell: ({ client_name: name }) => clientOf(name), give: 'drop', least: 12 },
    { head: 'ARGUMENTS', cell: ({ summary }) => safeText(summary), style: () => 'dim', give: 'drop', least: 20 },
  ];
  return renderTable(calls, columns, screen, (call) => {
    const lines = [failureText(call), noteOf(call)].filter((line) => line !== undefined);
    return lines.map((line) => screen.paint('dim', cutTo(safeText(line), screen.columns - 4)));
  });
}

export const INTERRUPTED = 'The gateway was killed while the call ran; its outcome is unknown.';

/** Why a call failed. */
export function failureText({ status, error, decision }: ToolCall): string | undefined {
  if (status === 'ok' || status === 'running') return undefined;
  if (status === 'interrupted') return INTERRUPTED;
  return error?.message ?? (decision === null || decision.kind === 'allow' ? undefined : decision.reason);
}

/** What was unusual about a call: it asked for approval, came from the cache, or was retried. */
function noteOf({ decision, approval_id: approval, cached, attempts }: ToolCall): string | undefined {
  const parts = [
    ...(decision === null || decision.kind === 'allow' ? [] : [`${decision.kind} (${decision.rule})`]),
    ...(approval === null ? [] : [`approval ${approval.slice(0, ID_LENGTH)}`]),
    ...(cached ? ['from the cache'] : []),
    ...(attempts !== null && attempts > 1 ? [`sent ${attempts} times`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('  ·  ');
}

/** How long the call took, or how long it has been running. */
function timeOf({ status, duration_ms: took, started_at: at }: ToolCall, { now }: Screen): string {
  if (took !== null) return toElapsed(took);
  return status === 'running' ? toElapsed(Math.max(1, now.getTime() - Date.parse(at))) : '–';
}

const tokensOf = (count: number | null): string => (count === null ? '–' : toShort(count));
