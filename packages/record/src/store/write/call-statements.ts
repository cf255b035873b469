import type { Kysely } from 'kysely';
import { type BodyColumns, bodyColumnsOf } from '../body-columns.ts';
import type { CallBodiesTable, CallRoundsTable, CallsTable, Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

/** The fields of a call's end. Tokens are counted again. */
const END_COLUMNS = [
  'status',
  'decision',
  'decision_rule',
  'decision_reason',
  'approval_id',
  'attempts',
  'cached',
  'error_code',
  'error_message',
  'duration_ms',
  'input_tokens',
  'output_tokens',
  'digested',
] as const;

export type EndColumns = Pick<CallsTable, (typeof END_COLUMNS)[number]>;

const CALL_COLUMNS = [
  ...END_COLUMNS,
  'seq',
  'id',
  'session_id',
  'version_id',
  'server',
  'tool',
  'class',
  'started_at',
  'era',
  'mode',
  'client_name',
  'principal',
  'summary',
  'legs',
  'instance_id',
] as const;

const RESULT_COLUMNS = [...bodyColumnsOf('result'), 'result_readable', 'failures'] as const;

export type ResultColumns = BodyColumns<'result'> & Pick<CallBodiesTable, 'result_readable' | 'failures'>;

const BODY_COLUMNS = [
  'seq',
  ...bodyColumnsOf('arguments'),
  ...bodyColumnsOf('others'),
  'params_digest',
  ...RESULT_COLUMNS,
] as const;

const ROUND_COLUMNS = ['seq', 'round', 'at', ...bodyColumnsOf('others'), 'params_digest'] as const;

/** The stored facts needed to change a call. */
const FACT_COLUMNS = [
  'seq',
  'id',
  'session_id',
  'version_id',
  'server',
  'tool',
  'class',
  'status',
  'decision',
  'started_at',
  'input_tokens',
  'output_tokens',
  'digested',
  'client_name',
  'summary',
  'legs',
  'instance_id',
] as const;

export type CallFacts = Pick<CallsTable, (typeof FACT_COLUMNS)[number]>;

export interface CallStatements {
  /** No effect if the key is taken. */
  readonly begin: Template<CallsTable>;
  readonly bodies: Template<CallBodiesTable>;
  /** No effect if it exists. */
  readonly round: Template<CallRoundsTable>;
  readonly end: Template<EndColumns & { readonly seq: number }>;
  readonly result: Template<ResultColumns & { readonly seq: number }>;
  readonly at: Template<{ readonly seq: number }, CallFacts>;
  /** A half-open key range. */
  readonly between: Template<{ readonly from: number; readonly to: number }, CallFacts>;
  readonly digest: Template<Pick<CallsTable, 'seq' | 'input_tokens' | 'output_tokens'>>;
  readonly running: Template<{ readonly instance: string }, CallFacts>;
  readonly interrupt: Template<{ readonly seq: number }>;
}

export function createCallStatements(db: Kysely<Schema>): CallStatements {
  const facts = db.selectFrom('calls').select(FACT_COLUMNS);
  return {
    begin: compileTemplate((slot) =>
      db
        .insertInto('calls')
        .values(slot.each(CALL_COLUMNS))
        .onConflict((conflict) => conflict.column('seq').doNothing()),
    ),
    bodies: compileTemplate((slot) => db.insertInto('call_bodies').values(slot.each(BODY_COLUMNS))),
    round: compileTemplate((slot) =>
      db
        .insertInto('call_rounds')
        .values(slot.each(ROUND_COLUMNS))
        .onConflict((conflict) => conflict.columns(['seq', 'round']).doNothing()),
    ),
    end: compileTemplate((slot) => db.updateTable('calls').set(slot.each(END_COLUMNS)).where('seq', '=', slot('seq'))),
    result: compileTemplate((slot) =>
      db.updateTable('call_bodies').set(slot.each(RESULT_COLUMNS)).where('seq', '=', slot('seq')),
    ),
    at: compileTemplate((slot) => facts.where('seq', '=', slot('seq'))),
    between: compileTemplate((slot) =>
      facts.where('seq', '>=', slot('from')).where('seq', '<', slot('to')).orderBy('seq'),
    ),
    digest: compileTemplate((slot) =>
      db
        .updateTable('calls')
        .set({ ...slot.each(['input_tokens', 'output_tokens']), digested: 1 })
        .where('seq', '=', slot('seq')),
    ),
    running: compileTemplate((slot) =>
      facts.where('status', '=', 'running').where('instance_id', '=', slot('instance')).orderBy('seq'),
    ),
    interrupt: compileTemplate((slot) =>
      db.updateTable('calls').set({ status: 'interrupted', digested: 0 }).where('seq', '=', slot('seq')),
    ),
  };
}
