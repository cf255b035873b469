import { err, ok, type Result } from '@toolmark/annotations';
import { type Approval, approvalRequestSchema, type PasskeyAssertion, type Presence } from '@toolmark/api-contract';
import { ROUTES } from '../../calls/approvals/terms.ts';
import { approvalDigest } from '../presence/approval-digest.ts';
import type { ApprovePurpose } from '../presence/passkeys.ts';
import { toDecider } from '../tokens/credential.ts';
import { fail, notFound } from './answers.ts';
import { askRecord, RecordUnreadable } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { explainUnreadable } from './explain-failure.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { ownerOf } from './owner-of.ts';
import { refusePasskey } from './refusals.ts';
import { requirePage } from './require-page.ts';

/** Records an answer, or explains who answered first. */
export async function answerApproval(context: RestContext, deps: RestDeps): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const body = await readJsonBody(context, approvalRequestSchema, deps.limits);
  if (!body.ok) return refuseBody(context, body.error);
  const { decision, remember = 'once', scope = 'tool', assertion } = body.value;
  const purpose = { kind: 'approve', approval_id: id, remember, scope } as const;
  const presence =
    decision === 'deny' || assertion === undefined
      ? ok('none' as const)
      : await provePresence(context, deps, purpose, assertion);
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
    ? fail(
        context,
        'conflict',
        'It belongs to another gateway, or to one that has just stopped, so it cannot be answered here.',
      )
    : fail(context, 'already_resolved', explainResolved(stored));
}

/** Verifies the passkey assertion for exactly this answer; returns the error response if it is not valid. */
async function provePresence(
  context: RestContext,
  { approvals, passkeys }: RestDeps,
  purpose: Omit<ApprovePurpose, 'digest'>,
  assertion: PasskeyAssertion,
): Promise<Result<Presence, Response>> {
  const page = requirePage(context);
  if (!page.ok) return err(fail(context, 'forbidden', page.error));
  const approval = approvals.get(purpose.approval_id);
  const digest = approval?.status === 'pending' ? approvalDigest(approval) : undefined;
  // An answered request needs no assertion; answering it fails later with the reason.
  if (digest === undefined) return ok('none');
  const proven = await passkeys.prove(assertion, { ...purpose, digest }, page.value);
  return proven.ok ? ok('passkey') : err(refusePasskey(context, proven.error));
}

/** Everything that a call sends, while it waits for an answer. */
export async function showSent(context: RestContext, deps: RestDeps): Promise<Response> {
  const id = context.req.param('id') ?? '';
  const sent = deps.approvals.sent(id);
  if (sent !== undefined) return context.json(sent);
  const approval = deps.approvals.get(id) ?? (await askRecord(deps, (reader) => reader.approval(id)));
  if (approval === undefined) return notFound(context, noApproval(id));
  return approval.status === 'pending'
    ? fail(
        context,
        'conflict',
        'It belongs to another gateway, or to one that has just stopped, so its parameters are not available here.',
      )
    : fail(context, 'already_resolved', `${explainResolved(approval)} Its parameters are only kept while it waits.`);
}

export const noApproval = (id: string): string =>
  `There is no approval '${id}'; it may have been deleted to make room.`;

/** The approval in the record, or `undefined` if the record cannot be read. */
async function storedApproval(deps: RestDeps, id: string): Promise<Approval | undefined> {
  try {
    return await askRecord(deps, (reader) => reader.approval(id));
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error;
    explainUnreadable(error, deps);
    return undefined;
  }
}

/** Explains who answered, how and when. */
function explainResolved({ status, answer, expires_at, server, tool }: Approval): string {
  const what = `The call of '${tool}' of server '${server}'`;
  if (answer !== null) {
    const person = answer.by === null ? '' : ` by ${answer.by}`;
    const decided = answer.decision === 'approve' ? 'approved' : 'denied';
    return `${what} was ${decided} already${person} ${ROUTES[answer.route]}, at ${answer.at}.`;
  }
  return status === 'cancelled'
    ? `${what} was cancelled before it was answered.`
    : `${what} expired at ${expires_at} without an answer. Call the tool again if it is still needed.`;
}
