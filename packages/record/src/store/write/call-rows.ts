import type { BeginEntry, EndEntry, RoundEntry } from '../../entry.ts';
import { toBodyColumns } from '../body-columns.ts';
import type { CallBodiesTable, CallRoundsTable, CallsTable } from '../schema.ts';
import type { EndColumns, ResultColumns } from './call-statements.ts';

/** The row of a call; one that has ended already is inserted in one statement. */
export function toCallRow(begin: BeginEntry, end: EndEntry | undefined, seq: number, instance: string): CallsTable {
  return {
    seq,
    id: begin.id,
    session_id: begin.session,
    version_id: begin.version,
    server: begin.server,
    tool: begin.tool,
    class: begin.class,
    started_at: begin.at,
    era: begin.era,
    mode: begin.mode,
    client_name: begin.client,
    principal: begin.principal,
    summary: begin.summary,
    legs: begin.legs.join(' '),
    instance_id: instance,
    ...(end === undefined ? RUNNING : toEndColumns(end)),
  };
}

/** Nothing to count yet, so it is marked as digested until it ends. */
const RUNNING: EndColumns = {
  status: 'running',
  decision: null,
  decision_rule: null,
  decision_reason: null,
  approval_id: null,
  attempts: 0,
  cached: 0,
  error_code: null,
  error_message: null,
  duration_ms: null,
  input_tokens: null,
  output_tokens: null,
  digested: 1,
};

export function toEndColumns(end: EndEntry): EndColumns {
  return {
    status: end.status,
    decision: end.decision?.kind ?? null,
    decision_rule: end.decision?.rule ?? null,
    decision_reason: end.decision?.reason ?? null,
    approval_id: end.approval,
    attempts: end.attempts,
    cached: end.cached ? 1 : 0,
    error_code: end.error?.code ?? null,
    error_message: end.error?.message ?? null,
    duration_ms: end.durationMs,
    input_tokens: null,
    output_tokens: null,
    digested: 0,
  };
}

export function toBodiesRow(begin: BeginEntry, end: EndEntry | undefined, seq: number): CallBodiesTable {
  return {
    seq,
    ...toBodyColumns('arguments', begin.arguments),
    ...toBodyColumns('others', begin.others),
    params_digest: begin.digest ?? null,
    ...toResultColumns(end),
  };
}

export function toRoundRow({ round, at, others, digest }: RoundEntry, seq: number): CallRoundsTable {
  return { seq, round, at, ...toBodyColumns('others', others), params_digest: digest ?? null };
}

export function toResultColumns(end: EndEntry | undefined): ResultColumns {
  const readable = end?.result?.readable;
  return {
    ...toBodyColumns('result', end?.result),
    result_readable: readable === undefined ? null : JSON.stringify(readable),
    failures: end === undefined || end.failures.length === 0 ? null : JSON.stringify(end.failures),
  };
}
