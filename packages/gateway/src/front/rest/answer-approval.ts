import { err, ok, type Result } from '@toolmark/annotations';
import { type Approval, approvalRequestSchema, type PasskeyAssertion, type Presence } from '@toolmark/api-contract';
import { ROUTES } from '../../calls/approvals/terms.ts';
import { approvalDigest } from '../presence/approval-digest.ts';
import type { ApprovePurpose } from '../presence/passkeys.ts';
import { toDecider } from '../tokens/credential.ts';
import { fail, notFound } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { ownerOf } from './owner-of.ts';
import { pageOf } from './page-of.ts';
import { explainUnreadable } from './record-problem.ts';
import { refusePasskey } from './refuse-passkey.ts';

/** Takes an answer, or says whose was first. */
export async function answerApproval(context: RestContext, deps: RestDeps): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const body = await readJsonBody(context, approvalRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { decision, remember = 'once', scope = 'tool', assertion } = body.value;
  const wish = { kind: 'approve', approval_id: id, remember, scope } as const;
  const presence =
    decision === 'deny' || assertion === undefined ? ok('none' as const) : await prove(context, deps, wish, assertion);
  if (!presence.ok) return presence.error;
  const answered = deps.approvals.answer(id, {
    decision,
    remember: decision === 'deny' ? 'once' : remember,
    scope,
    ...toDecider(ownerOf(context)),
    presence: presence.value,
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

/** That a person has just agreed to exactly this answer, with a passkey; or what to tell them. */
async function prove(
  context: RestContext,
  { approvals, passkeys }: RestDeps,
  wish: Omit<ApprovePurpose, 'digest'>,
  assertion: PasskeyAssertion,
): Promise<Result<Presence, Response>> {
  const page = pageOf(context);
  if (!page.ok) return err(fail(context, 'forbidden', page.error));
  const approval = approvals.get(wish.approval_id);
  const digest = approval?.status === 'pending' ? approvalDigest(approval) : undefined;
  // Nobody can agree to what is over; why, is for the answer to say.
  if (digest === undefined) return ok('none');
  const proven = await passkeys.prove(assertion, { ...wish, digest }, page.value);
  return proven.ok ? ok('passkey') : err(refusePasskey(context, proven.error));
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
