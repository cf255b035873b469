import type { CallAttempt, CallBody, CallRound, ToolCallDetail } from '@toolmark/api-contract';
import { parseJson } from '@toolmark/base';
import type { AttemptFailure } from '../../entry.ts';
import { decodeBody } from '../body-codec.ts';
import type { CallBodiesTable } from '../schema.ts';
import { type CallRow, toToolCall } from './call-rows.ts';
import type { VersionFacts } from './version-facts.ts';

/** The body columns, joined on request. */
export const BODY_COLUMNS = [
  'call_bodies.arguments',
  'call_bodies.arguments_encoding',
  'call_bodies.arguments_bytes',
  'call_bodies.arguments_cut',
  'call_bodies.arguments_redactions',
  'call_bodies.others',
  'call_bodies.others_encoding',
  'call_bodies.others_bytes',
  'call_bodies.others_cut',
  'call_bodies.others_redactions',
  'call_bodies.params_digest',
  'call_bodies.result',
  'call_bodies.result_encoding',
  'call_bodies.result_bytes',
  'call_bodies.result_cut',
  'call_bodies.result_redactions',
  'call_bodies.failures',
] as const;

/** All NULL if a call has no bodies. */
type BodyColumns = {
  readonly [Column in keyof Omit<CallBodiesTable, 'seq' | 'result_readable'>]: CallBodiesTable[Column] | null;
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
    arguments: toBody({
      bytes: row.arguments,
      encoding: row.arguments_encoding,
      length: row.arguments_bytes,
      cut: row.arguments_cut,
      redactions: row.arguments_redactions,
    }),
    others: toBody({
      bytes: row.others,
      encoding: row.others_encoding,
      length: row.others_bytes,
      cut: row.others_cut,
      redactions: row.others_redactions,
    }),
    params_digest: row.params_digest,
    rounds,
    result: toBody({
      bytes: row.result,
      encoding: row.result_encoding,
      length: row.result_bytes,
      cut: row.result_cut,
      redactions: row.result_redactions,
    }),
    principal: row.principal,
    attempt_log: toAttempts(row.failures),
  };
}

export interface StoredBody {
  readonly bytes: Uint8Array | null;
  readonly encoding: number | null;
  readonly length: number | null;
  readonly cut: number | null;
  readonly redactions: number | null;
}

export function toBody(stored: StoredBody): CallBody | null {
  const { bytes, ...rest } = stored;
  return bytes === null ? null : toPresentBody({ ...rest, bytes });
}

export function toPresentBody(stored: StoredBody & { readonly bytes: Uint8Array }): CallBody {
  const { bytes, encoding, length, cut, redactions } = stored;
  const text = decodeBody(bytes, encoding ?? 0);
  const isCut = cut === 1;
  return { value: isCut ? text : parseWhole(text), bytes: length ?? 0, is_cut: isCut, redactions: redactions ?? 0 };
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
