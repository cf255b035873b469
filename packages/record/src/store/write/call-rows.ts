import type { BeginEntry, Body, EndEntry, RoundEntry } from '../../entry.ts';
import { encodeBody } from '../body-codec.ts';
import type { CallBodiesTable, CallRoundsTable, CallsTable } from '../schema.ts';
import type { EndColumns, ResultColumns } from './call-statements.ts';

/** The row of a call; one that has ended already is inserted in one statement. */
export function toCallRow(begin: BeginEntry, end: EndEntry | undefined, seq: number, instance: string): CallsTable {
  const after = end === undefined ? RUNNING : toEndColumns(end);
  return {
    seq,
    id: begin.id,
    session_id: begin.session,
    version_id: begin.version,
    server: begin.server,
    tool: begin.tool,
    class: begin.class,
    status: after.status,
    decision: after.decision,
    decision_rule: after.decision_rule,
    decision_reason: after.decision_reason,
    approval_id: after.approval_id,
    attempts: after.attempts,
    cached: after.cached,
    error_code: after.error_code,
    error_message: after.error_message,
    started_at: begin.at,
    duration_ms: after.duration_ms,
    input_tokens: after.input_tokens,
    output_tokens: after.output_tokens,
    era: begin.era,
    mode: begin.mode,
    client_name: begin.client,
    principal: begin.principal,
    summary: begin.summary,
    legs: begin.legs.join(' '),
    instance_id: instance,
    digested: after.digested,
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
  const went = begin.arguments;
  const encoded = went === null ? NOTHING : encodeBody(went.text);
  const { others, digest = null } = begin;
  const encodedOthers = others === undefined ? NOTHING : encodeBody(others.text);
  const came = toResultColumns(end);
  return {
    seq,
    arguments: encoded.bytes,
    arguments_encoding: encoded.encoding,
    arguments_bytes: went?.bytes ?? 0,
    arguments_cut: went?.isCut === true ? 1 : 0,
    arguments_redactions: went?.redactions ?? 0,
    others: encodedOthers.bytes,
    others_encoding: encodedOthers.encoding,
    others_bytes: others?.bytes ?? 0,
    others_cut: others?.isCut === true ? 1 : 0,
    others_redactions: others?.redactions ?? 0,
    params_digest: digest,
    result: came.result,
    result_encoding: came.result_encoding,
    result_bytes: came.result_bytes,
    result_cut: came.result_cut,
    result_redactions: came.result_redactions,
    result_readable: came.result_readable,
    failures: came.failures,
  };
}

export function toRoundRow({ round, at, others, digest }: RoundEntry, seq: number): CallRoundsTable {
  const { bytes, encoding } = encodeBody(others.text);
  return {
    seq,
    round,
    at,
    others: bytes,
    others_encoding: encoding,
    others_bytes: others.bytes,
    others_cut: others.isCut ? 1 : 0,
    others_redactions: others.redactions,
    params_digest: digest ?? null,
  };
}

export function toResultColumns(end: EndEntry | undefined): ResultColumns {
  if (end === undefined) return NO_RESULT;
  const { result, failures } = end;
  return { ...toBodyColumns(result), failures: failures.length === 0 ? null : JSON.stringify(failures) };
}

function toBodyColumns(body: Body | null): Omit<ResultColumns, 'failures'> {
  if (body === null) return NO_RESULT;
  const encoded = encodeBody(body.text);
  return {
    result: encoded.bytes,
    result_encoding: encoded.encoding,
    result_bytes: body.bytes,
    result_cut: body.isCut ? 1 : 0,
    result_redactions: body.redactions,
    result_readable: body.readable === undefined ? null : JSON.stringify(body.readable),
  };
}

const NOTHING = { bytes: null, encoding: 0 };

const NO_RESULT: ResultColumns = {
  result: null,
  result_encoding: 0,
  result_bytes: 0,
  result_cut: 0,
  result_redactions: 0,
  result_readable: null,
  failures: null,
};
