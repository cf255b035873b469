import type { Kysely } from 'kysely';
import type { ApprovalsTable, Schema } from '../schema.ts';
import { compileTemplate, type Template } from './template.ts';

const COLUMNS = [
  'id',
  'instance_id',
  'call_seq',
  'call_id',
  'session_id',
  'server',
  'tool',
  'title',
  'class',
  'effective',
  'rule',
  'reason',
  'arguments',
  'arguments_encoding',
  'arguments_bytes',
  'arguments_cut',
  'arguments_redactions',
  'others',
  'others_encoding',
  'others_bytes',
  'others_cut',
  'others_redactions',
  'sent_bytes',
  'sent_sha256',
  'client_name',
  'principal',
  'mode',
  'requested_at',
  'expires_at',
  'waits',
  'terms',
  'status',
  'resolved_at',
  'answer_decision',
  'remember',
  'scope',
  'route',
  'presence',
  'answered_by',
] as const satisfies readonly (keyof ApprovalsTable)[];

/** The stored facts needed at a request's end. */
const END_COLUMNS = [
  'status',
  'resolved_at',
  'answer_decision',
  'remember',
  'scope',
  'route',
  'presence',
  'answered_by',
] as const satisfies readonly (keyof ApprovalEndColumns)[];

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
] as const satisfies readonly (keyof ApprovalFacts)[];

export type ApprovalEndColumns = Pick<
  ApprovalsTable,
  'status' | 'resolved_at' | 'answer_decision' | 'remember' | 'scope' | 'route' | 'presence' | 'answered_by'
>;

export type ApprovalFacts = Pick<
  ApprovalsTable,
  'id' | 'call_id' | 'session_id' | 'server' | 'tool' | 'title' | 'class' | 'client_name' | 'reason' | 'expires_at'
>;

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
