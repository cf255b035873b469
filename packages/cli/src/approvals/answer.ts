import { err, type Result } from '@toolmark/annotations';
import { type Approval, type ApprovalRequest, approvalSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { Answer, GatewayClient } from '../gateway-client.ts';
import { type AskOptions, ask, type CommandFailure, output, type Screen } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { acceptClaimed } from '../review/accept-claimed.ts';
import { lastingOf, outcomeOf } from './approval-text.ts';
import { findApproval, getApproval } from './find.ts';
import { renderQuestion } from './show-text.ts';

export interface ApproveOptions extends AskOptions {
  readonly session?: boolean;
  readonly always?: boolean;
  readonly argumentsOnly?: boolean;
  readonly acceptClaims?: boolean;
}

/** `toolmark approvals approve`. */
export function approve(id: string, options: ApproveOptions, io: Io): Promise<ExitCode> {
  const { session, always, argumentsOnly } = options;
  if (argumentsOnly && !session && !always) {
    io.stderr.write(
      '--arguments-only goes with --session or --always; without them an approval always covers only these arguments.\n',
    );
    return Promise.resolve(EXIT.couldNotRun);
  }
  const remember = always ? 'always' : session ? 'session' : 'once';
  return answer(id, { decision: 'approve', remember, scope: argumentsOnly ? 'arguments' : 'tool' }, options, io);
}

/** `toolmark approvals deny`. */
export function deny(id: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return answer(id, { decision: 'deny' }, options, io);
}

function answer(id: string, request: ApprovalRequest, options: ApproveOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findApproval(id, gateway);
    if (!found.ok) return found;
    const asked = found.value.value;
    if (options.acceptClaims) {
      const accepted = await acceptClaimed(asked, gateway);
      if (!accepted.ok) return accepted;
    }
    const answered = await sendAnswer(asked.id, request, gateway, io);
    if (!answered.ok) return answered;
    const { value, json } = answered.value;
    return output({ json, lines: (screen) => renderAnswered(asked, value, screen) });
  });
}

/** Sends an answer. The first answer counts: a late one fails with who answered what. */
export async function sendAnswer(
  id: string,
  request: ApprovalRequest,
  gateway: GatewayClient,
  io: Pick<Io, 'now'>,
): Promise<Result<Answer<Approval>, CommandFailure>> {
  const path = `/approvals/${encodeURIComponent(id)}`;
  const answered = await gateway.request('POST', path, approvalSchema, { body: request });
  if (answered.ok || answered.error.status !== 409) return answered;
  const current = await getApproval(id, gateway);
  const isOver = current.ok && current.value.value.status !== 'pending';
  return isOver ? lateAnswer(current.value.value, io.now()) : err({ ...answered.error, code: EXIT.findings });
}

const lateAnswer = (approval: Approval, now: Date): Result<never, CommandFailure> =>
  err({ status: 409, code: EXIT.findings, message: `${toolOf(approval)}: ${outcomeOf(approval, now)}` });

const toolOf = ({ server, tool }: Approval): string => safeText(`${server}/${tool}`);

/** The answer, and what happens next. */
function renderAnswered(asked: Approval, answered: Approval, screen: Screen): readonly string[] {
  return [...renderQuestion({ ...asked, status: answered.status }, screen), '', renderOutcome(asked, answered, screen)];
}

/** The outcome in one line. */
export function renderOutcome(asked: Approval, answered: Approval, { paint }: Screen): string {
  if (answered.status !== 'approved') {
    return `${paint('yellow', '⊘')} Denied: the call is not made, and the client is told.`;
  }
  const lasting = answered.answer === null ? '' : lastingOf(answered.answer);
  const next = asked.is_waiting ? 'the call is made now.' : 'the client stopped waiting, so its retry is allowed.';
  return `${paint('green', '✓')} Approved${lasting}: ${next}`;
}
