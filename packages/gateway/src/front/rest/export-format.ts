import type { CallBody, ToolCall, ToolCallDetail } from '@toolmark/api-contract';
import { type Cell, toCsvLine } from './csv.ts';

/** A file format for exported calls. */
export interface ExportFormat {
  readonly contentType: string;
  readonly extension: string;
  readonly head: string;
  readonly line: (call: ToolCall | ToolCallDetail) => string;
  /**
   * Formats the last line of an incomplete file; `undefined` if the format has no line that a reader would not take for
   * a call.
   */
  readonly errorLine: ((message: string) => string) | undefined;
}

export const exportFormats = ['csv', 'ndjson'] as const;

export function exportFormat(name: (typeof exportFormats)[number], withBodies: boolean): ExportFormat {
  if (name === 'ndjson') return NDJSON;
  const columns = Object.entries(withBodies ? { ...COLUMNS, ...BODY_COLUMNS } : COLUMNS);
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: toCsvLine(columns.map(([title]) => title)),
    line: (call) => toCsvLine(columns.map(([, cell]) => cell(call))),
    errorLine: undefined,
  };
}

const NDJSON: ExportFormat = Object.freeze({
  contentType: 'application/x-ndjson',
  extension: 'ndjson',
  head: '',
  line: (call: ToolCall) => `${JSON.stringify(call)}\n`,
  errorLine: (message: string) => `${JSON.stringify({ error: { code: 'record_unavailable', message } })}\n`,
});

type Column = (call: ToolCall | ToolCallDetail) => Cell;

const COLUMNS: Readonly<Record<string, Column>> = Object.freeze({
  id: ({ id }) => id,
  session_id: ({ session_id }) => session_id,
  started_at: ({ started_at }) => started_at,
  duration_ms: ({ duration_ms }) => duration_ms,
  server: ({ server }) => server,
  tool: ({ tool }) => tool,
  title: ({ title }) => title,
  class: (call) => call.class,
  status: ({ status }) => status,
  error_code: ({ error }) => error?.code ?? null,
  error_message: ({ error }) => error?.message ?? null,
  decision: ({ decision }) => decision?.kind ?? null,
  decision_rule: ({ decision }) => decision?.rule ?? null,
  decision_reason: ({ decision }) => decision?.reason ?? null,
  approval_id: ({ approval_id }) => approval_id,
  attempts: ({ attempts }) => attempts,
  cached: ({ cached }) => cached,
  input_tokens: ({ metrics }) => metrics.input_tokens,
  output_tokens: ({ metrics }) => metrics.output_tokens,
  total_tokens: ({ metrics }) => metrics.total_tokens,
  annotations: (call) => ('annotations' in call ? JSON.stringify(call.annotations) : null),
  readOnlyHint: ({ effective }) => effective?.readOnlyHint.value ?? null,
  destructiveHint: ({ effective }) => effective?.destructiveHint.value ?? null,
  idempotentHint: ({ effective }) => effective?.idempotentHint.value ?? null,
  openWorldHint: ({ effective }) => effective?.openWorldHint.value ?? null,
  era: ({ era }) => era,
  client_name: ({ client_name }) => client_name,
  mode: ({ mode }) => mode,
  summary: ({ summary }) => summary,
} satisfies Record<string, Column>);

const BODY_COLUMNS: Readonly<Record<string, Column>> = Object.freeze({
  arguments: (call) => bodyCell(call, 'arguments'),
  arguments_bytes: (call) => callBody(call, 'arguments')?.bytes ?? null,
  arguments_is_cut: (call) => callBody(call, 'arguments')?.is_cut ?? null,
  arguments_redactions: (call) => callBody(call, 'arguments')?.redactions ?? null,
  result: (call) => bodyCell(call, 'result'),
  result_bytes: (call) => callBody(call, 'result')?.bytes ?? null,
  result_is_cut: (call) => callBody(call, 'result')?.is_cut ?? null,
  result_redactions: (call) => callBody(call, 'result')?.redactions ?? null,
  principal: (call) => ('principal' in call ? call.principal : null),
  others: (call) => bodyCell(call, 'others'),
  rounds: (call) => ('rounds' in call && call.rounds.length > 0 ? JSON.stringify(call.rounds) : null),
} satisfies Record<string, Column>);

/** JSON; a cut body is a plain text. */
function bodyCell(call: ToolCall | ToolCallDetail, side: 'arguments' | 'others' | 'result'): Cell {
  const body = callBody(call, side);
  if (body === null) return null;
  return body.is_cut ? String(body.value) : JSON.stringify(body.value);
}

function callBody(call: ToolCall | ToolCallDetail, side: 'arguments' | 'others' | 'result'): CallBody | null {
  return 'arguments' in call ? call[side] : null;
}
