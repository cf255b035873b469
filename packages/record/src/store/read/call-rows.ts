import type { CallMode, CallStatusName, DecisionKind, ToolCall, ToolClassName } from '@toolmark/api-contract';
import type { Era } from '@toolmark/base';
import type { CallsTable } from '../schema.ts';
import type { VersionFacts } from './version-facts.ts';

/** The columns of a list row. */
export const CALL_COLUMNS = [
  'calls.seq',
  'calls.id',
  'calls.session_id',
  'calls.version_id',
  'calls.server',
  'calls.tool',
  'calls.class',
  'calls.status',
  'calls.decision',
  'calls.decision_rule',
  'calls.decision_reason',
  'calls.approval_id',
  'calls.attempts',
  'calls.cached',
  'calls.error_code',
  'calls.error_message',
  'calls.started_at',
  'calls.duration_ms',
  'calls.input_tokens',
  'calls.output_tokens',
  'calls.era',
  'calls.mode',
  'calls.client_name',
  'calls.principal',
  'calls.summary',
] as const;

export type CallRow = Omit<CallsTable, 'legs' | 'instance_id' | 'digested'>;

/** These columns only hold names that the recorder wrote. */
export function toToolCall(row: CallRow, version: VersionFacts | undefined, waitedMs?: number): ToolCall {
  return {
    id: row.id,
    session_id: row.session_id,
    server: row.server,
    tool: row.tool,
    title: version?.title ?? row.tool,
    ...(version !== undefined && 'annotations' in version && { annotations: version.annotations }),
    effective: version?.effective ?? null,
    class: row.class as ToolClassName | null,
    decision:
      row.decision === null
        ? null
        : {
            kind: row.decision as DecisionKind,
            rule: row.decision_rule ?? '',
            reason: row.decision_reason ?? '',
          },
    approval_id: row.approval_id,
    attempts: row.status === 'running' || row.status === 'interrupted' ? null : row.attempts,
    cached: row.cached !== 0,
    status: row.status as CallStatusName,
    error: row.error_message === null ? null : { code: row.error_code, message: row.error_message },
    started_at: new Date(row.started_at).toISOString(),
    duration_ms: row.duration_ms,
    ...(waitedMs !== undefined && { waited_ms: waitedMs }),
    metrics: {
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      total_tokens:
        row.input_tokens === null || row.output_tokens === null ? null : row.input_tokens + row.output_tokens,
      encoding: 'o200k',
    },
    era: row.era as Era | null,
    client_name: row.client_name,
    mode: row.mode as CallMode,
    summary: row.summary,
  };
}
