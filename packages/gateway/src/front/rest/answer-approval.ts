import { type Approval, approvalRequestSchema } from '@toolmark/api-contract';
import { ROUTES } from '../../approvals/terms.ts';
import { badRequest, fail, notFound } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import { readCaller } from './client-header.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { explainUnreadable } from './record-problem.ts';

/** Takes an answer, or says whose was first. */
export async function answerApproval(context: RestContext, deps: RestDeps): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const caller = readCaller(context);
  if (!caller.ok) return badRequest(context, caller.error);
  const body = await readJsonBody(context, approvalRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { decision, remember = 'once', scope = 'tool', by } = body.value;
  const { mode, client } = caller.value;
  const answered = deps.approvals.answer(id, {
    decision,
    remember: decision === 'deny' ? 'once' : remember,
    scope,
    route: mode === 'web' ? 'page' : mode,
    presence: 'none',
    by: by || (client?.name ?? null),
  });
  if (answered.ok) return context.json(answered.value);
  const problem = answered.error;
  if (problem.kind === 'not-allowed') return fail(context, 'forbidden', problem.message);
  if (problem.kind === 'not-offered') return fail(context, 'conflict', problem.message);
  if (problem.kind === 'resolved') return fail(context, 'already_resolved', explainResolved(problem.approval));
  const stored = await storedApproval(deps, id);
  if (stored === undefined) return notFound(context, noApproval(id));
  return stored.status === 'pending'
    ? fail(context, 'conflict', 'It is of another gateway, or of one that has just ended: it cannot be answered here.')
    : fail(context, 'already_resolved', explainResolved(stored));
}

/** All that a call sends, while somebody has to decide about it. */
export async function showSent(context: RestContext, deps: RestDeps): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const sent = deps.approvals.sent(id);
  if (sent !== undefined) return context.json(sent);
  const approval = deps.approvals.get(id) ?? (await askRecord(deps, (reader) => reader.approval(id)));
  if (approval === undefined) return notFound(context, noApproval(id));
  return approval.status === 'pending'
    ? fail(context, 'conflict', 'It is of another gateway, or of one that has just ended: what it sends is not here.')
    : fail(context, 'already_resolved', `${explainResolved(approval)} What it sends is kept only until then.`);
}

export const noApproval = (id: string): string =>
  `There is no approval '${id}'; it may have been deleted to make room.`;

/** Nobody can answer what is not in memory, whether the record can tell more of it or not. */
async function storedApproval(deps: RestDeps, id: string): Promise<Approval | undefined> {
  try {
    return await askRecord(deps, (reader) => reader.approval(id));
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error;
    explainUnreadable(error, deps);
    return undefined;
  }
}

/** Who decided what and when. */
function explainResolved({ status, answer, expires_at, server, tool }: Approval): string {
  const what = `The call of '${tool}' of server '${server}'`;
  if (answer !== null) {
    const who = answer.by === null ? '' : ` by ${answer.by}`;
    const decided = answer.decision === 'approve' ? 'approved' : 'denied';
    return `${what} was ${decided} already${who} ${ROUTES[answer.route]}, at ${answer.at}.`;
  }
  return status === 'cancelled'
    ? `${what} was cancelled before anybody answered.`
    : `${what} expired at ${expires_at} without an answer. Whoever still wants it has to call again.`;
}
