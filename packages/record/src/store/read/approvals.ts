import {
  type Approval,
  type ApprovalAnswer,
  type ApprovalStatusName,
  approvalRoutes,
  type CallMode,
  remembering,
  type ToolClassName,
} from '@toolmark/api-contract';
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { QuestionTerms } from '../../approval-record.ts';
import { toSentParams } from '../../sent-summary.ts';
import { fromBodyColumns } from '../body-columns.ts';
import type { ApprovalsTable, Schema } from '../schema.ts';
import type { ApprovalFilter, StoreReader } from '../store.ts';
import { toCallBody } from './bodies.ts';
import { MAX_MOVED } from './call.ts';

/** Approval requests, newest first. */
export function createApprovals(db: Kysely<Schema>): StoreReader['approvals'] {
  return async (filter, { limit, offset }) => {
    const counted = await whereFits(db, filter)
      .select(({ fn }) => fn.countAll().as('approvals'))
      .executeTakeFirst();
    const rows = await whereFits(db, filter)
      .selectAll()
      .select((eb) => isWaiting(eb).as('is_waiting'))
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return { approvals: rows.map(toApproval), total: Number(counted?.approvals ?? 0), limit, offset };
  };
}

export function createApproval(db: Kysely<Schema>): StoreReader['approval'] {
  return async (id) => {
    const row = await db
      .selectFrom('approvals')
      .selectAll()
      .select((eb) => isWaiting(eb).as('is_waiting'))
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toApproval(row);
  };
}

function whereFits(db: Kysely<Schema>, { statuses, from, to }: ApprovalFilter) {
  let all = db.selectFrom('approvals');
  if (from !== undefined) all = all.where('requested_at', '>=', Math.ceil(from));
  if (to !== undefined) all = all.where('requested_at', '<', Math.ceil(to));
  if (statuses === undefined) return all;
  // SQL has no empty list.
  return statuses.length === 0 ? all.where(sql<SqlBool>`1 = 0`) : all.where('status', 'in', statuses);
}

/** 1 if the request is open and its call still runs and waits. The call has its own key or a later one. */
function isWaiting(eb: ExpressionBuilder<Schema, 'approvals'>) {
  const running = eb
    .selectFrom('calls')
    .select('calls.seq')
    .whereRef('calls.seq', '>=', 'approvals.call_seq')
    .where('calls.seq', '<', sql<number>`approvals.call_seq + ${sql.lit(MAX_MOVED)}`)
    .whereRef('calls.id', '=', 'approvals.call_id')
    .where('calls.status', '=', 'running');
  return eb
    .case()
    .when(eb.and([eb('approvals.status', '=', 'pending'), eb('approvals.waits', '=', 1), eb.exists(running)]))
    .then(1)
    .else(0)
    .end();
}

/** These columns only hold names that the recorder wrote. */
function toApproval(row: ApprovalsTable & { readonly is_waiting: number }): Approval {
  const { id, call_id, session_id, server, tool, title, rule, reason, client_name, principal } = row;
  return {
    id,
    call_id,
    session_id,
    server,
    tool,
    title,
    rule,
    reason,
    client_name,
    principal,
    status: row.status as ApprovalStatusName,
    class: row.class as ToolClassName,
    effective: JSON.parse(row.effective) as Approval['effective'],
    arguments: toCallBody(fromBodyColumns('arguments', row)),
    others: toCallBody(fromBodyColumns('others', row)),
    sent: row.sent_bytes === null ? null : toSentParams({ bytes: row.sent_bytes, sha256: row.sent_sha256 }),
    mode: row.mode as CallMode,
    requested_at: toMoment(row.requested_at),
    expires_at: toMoment(row.expires_at),
    is_waiting: row.is_waiting === 1,
    ...toTerms(row),
    answer: toAnswer(row),
  };
}

function toTerms({ terms }: ApprovalsTable): Pick<Approval, 'routes' | 'presence_required' | 'remember_choices'> {
  const { routes, presence, remember } = terms === null ? ANY_TERMS : (JSON.parse(terms) as QuestionTerms);
  return { routes, presence_required: presence === 'passkey', remember_choices: remember };
}

/** The terms of all requests before they were configurable. */
const ANY_TERMS: QuestionTerms = { routes: approvalRoutes, presence: 'none', remember: remembering };

function toAnswer(row: ApprovalsTable): ApprovalAnswer | null {
  const { answer_decision, remember, scope, route, presence, answered_by, resolved_at } = row;
  if (answer_decision === null || resolved_at === null) return null;
  return {
    decision: answer_decision,
    remember,
    scope,
    route,
    presence,
    by: answered_by,
    at: toMoment(resolved_at),
  } as ApprovalAnswer;
}

const toMoment = (ms: number): string => new Date(ms).toISOString();
