import type { Kysely } from 'kysely';
import { bodyColumnsOf } from '../body-columns.ts';
import type { ApprovalsTable, Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

/** The fields of a request's end. */
const END_COLUMNS = [
  'status',
  'resolved_at',
  'answer_decision',
  'remember',
  'scope',
  'route',
  'presence',
  'answered_by',
] as const;

export type ApprovalEndColumns = Pick<ApprovalsTable, (typeof END_COLUMNS)[number]>;

/** The fields of its event. */
const FACT_COLUMNS = [
  'id',
  'call_id',
  'session_id',
  'server',
  'tool',
  'title',
  'class',
  'client_name',
  'reason',
  'expires_at',
] as const;

export type ApprovalFacts = Pick<ApprovalsTable, (typeof FACT_COLUMNS)[number]>;

const COLUMNS = [
  ...FACT_COLUMNS,
  ...END_COLUMNS,
  'instance_id',
  'call_seq',
  'effective',
  'rule',
  ...bodyColumnsOf('arguments'),
  ...bodyColumnsOf('others'),
  'sent_bytes',
  'sent_sha256',
  'principal',
  'mode',
  'requested_at',
  'waits',
  'terms',
] as const;

export interface ApprovalStatements {
  /** No effect if it exists. */
  readonly ask: Template<ApprovalsTable>;
  /** Only without a known end: a gateway that was presumed dead may still report one. */
  readonly resolve: Template<ApprovalEndColumns & { readonly id: string }>;
  readonly byId: Template<{ readonly id: string }, ApprovalFacts>;
  readonly pendingOf: Template<{ readonly instance: string }, ApprovalFacts>;
  /** Answers that approve. */
  readonly approvedFor: Template<{ readonly call: string }, Pick<ApprovalsTable, 'id'>>;
  /** Its answer can no longer arrive, and the time of its end is unknown. */
  readonly expire: Template<{ readonly id: string }>;
}

export function createApprovalStatements(db: Kysely<Schema>): ApprovalStatements {
  const facts = db.selectFrom('approvals').select(FACT_COLUMNS);
  return {
    ask: compileTemplate((slot) =>
      db
        .insertInto('approvals')
        .values(slot.each(COLUMNS))
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
    resolve: compileTemplate((slot) =>
      db
        .updateTable('approvals')
        .set(slot.each(END_COLUMNS))
        .where('id', '=', slot('id'))
        .where('resolved_at', 'is', null),
    ),
    byId: compileTemplate((slot) => facts.where('id', '=', slot('id'))),
    pendingOf: compileTemplate((slot) =>
      facts
        .where('status', '=', 'pending')
        .where('instance_id', '=', slot('instance'))
        .orderBy('requested_at')
        .orderBy('id'),
    ),
    approvedFor: compileTemplate((slot) =>
      db.selectFrom('approvals').select('id').where('call_id', '=', slot('call')).where('status', '=', 'approved'),
    ),
    expire: compileTemplate((slot) =>
      db.updateTable('approvals').set({ status: 'expired' }).where('id', '=', slot('id')),
    ),
  };
}
