import type { CallAttempt, CallBody, CallRound, ToolCallDetail } from '@toolmark/api-contract';
import { parseJson } from '@toolmark/base';
import type { AttemptFailure, Body } from '../../entry.ts';
import { bodyColumnsOf, fromBodyColumns } from '../body-columns.ts';
import type { CallBodiesTable } from '../schema.ts';
import { type CallRow, toToolCall } from './call-rows.ts';
import type { VersionFacts } from './version-facts.ts';

/** The body columns, joined on request. */
export const BODY_COLUMNS: readonly `call_bodies.${keyof BodiesRow}`[] = (
  [
    ...bodyColumnsOf('arguments'),
    ...bodyColumnsOf('others'),
    'params_digest',
    ...bodyColumnsOf('result'),
    'failures',
  ] as const
).map((column) => `call_bodies.${column}` as const);

type BodiesRow = Omit<CallBodiesTable, 'seq' | 'result_readable'>;

/** All NULL if a call has no bodies. */
type BodyColumns = {
  readonly [Column in keyof BodiesRow]: BodiesRow[Column] | null;
};

export type CallRowWithBodies = CallRow & BodyColumns;

export function toToolCallDetail(
  row: CallRowWithBodies,
  version: VersionFacts | undefined,
  rounds: readonly CallRound[] = [],
  waitedMs?: number,
): ToolCallDetail {
  return {
    ...toToolCall(row, version, waitedMs),
    arguments: toCallBody(fromBodyColumns('arguments', row)),
    others: toCallBody(fromBodyColumns('others', row)),
    params_digest: row.params_digest,
    rounds,
    result: toCallBody(fromBodyColumns('result', row)),
    principal: row.principal,
    attempt_log: toAttempts(row.failures),
  };
}

export function toCallBody(body: Body): CallBody;
export function toCallBody(body: Body | null): CallBody | null;
export function toCallBody(body: Body | null): CallBody | null {
  if (body === null) return null;
  const { text, bytes, isCut, redactions } = body;
  return { value: isCut ? text : parseWhole(text), bytes, is_cut: isCut, redactions };
}

function toAttempts(json: string | null): readonly CallAttempt[] {
  if (json === null) return [];
  // Written by `toResultColumns` from this type.
  const failures = JSON.parse(json) as readonly AttemptFailure[];
  return failures.map(({ at, durationMs, code, message }) => ({
    at: new Date(at).toISOString(),
    duration_ms: durationMs,
    code,
    message,
  }));
}

/** A complete body is JSON; if it is not, its text is more useful than an error. */
function parseWhole(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
