import { join } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import type { Approval, ApprovalAnswer, AskTerms, CallDecision } from '@toolmark/api-contract';
import type { Call } from '../../model/call.ts';
import { termsOf } from '../../policy/asking-rule.ts';
import { isApprovalState } from '../sent-params.ts';
import type { AnswerProblem, Approvals, GivenAnswer } from './approvals.ts';
import { createAsk } from './ask.ts';
import type { ApprovalsDeps } from './deps.ts';
import { createGrants } from './grants/grants.ts';
import { toGrant } from './grants/to-grant.ts';
import { type Question, toApproval, toMoment } from './question.ts';
import { createQuestions } from './questions.ts';
import { sessionBondOf } from './session-bond.ts';
import { createToSubject, type Subject } from './subject.ts';
import { objectionTo, ROUTES } from './terms.ts';

/** Approvals with the parts that only the step of the pipeline uses. */
export interface RunningApprovals extends Approvals {
  /** The sessions with grants, by their bond. `keepGrants` does nothing for others. */
  readonly grantHolders: ReadonlyMap<string, unknown>;
  /** Keeps the grants of the call's session alive, although the call needs none: its session is not idle. */
  readonly keepGrants: (call: Call) => void;
  /** Whether the call returns with an approval state that is known here. */
  readonly knows: (call: Call) => boolean;
}

/**
 * Opens the approvals with the lasting grants. If their file is invalid, returns a sentence with the problem and its solution.
 *
 * @example
 * const approvals = await createApprovals({ dataDir, settings: () => policy.ask, clock: systemClock, … });
 * if (approvals.ok) approvals.value.answer(id, { decision: 'approve', remember: 'once', scope: 'tool', route: 'cli', presence: 'none', by: 'ada' });
 */
export async function createApprovals(deps: ApprovalsDeps): Promise<Result<RunningApprovals, string>> {
  const { dataDir, clock, sessionIdleMs, log, newId, record, settings } = deps;
  const opened = await createGrants({ path: join(dataDir, 'grants.json'), clock, sessionIdleMs, log });
  if (!opened.ok) return opened;
  const grants = opened.value;
  const questions = createQuestions(clock, record);
  const toSubject = createToSubject();
  let isClosed = false;

  const resolve = (question: Question, given: GivenAnswer): boolean => {
    const isApproved = given.decision === 'approve';
    // A denial is never remembered: the next call may be acceptable.
    const remember = isApproved ? given.remember : 'once';
    const answer: ApprovalAnswer = { ...given, remember, at: toMoment(clock.now()) };
    if (!questions.settle(question, isApproved ? 'approved' : 'denied', answer)) return false;
    if (isApproved && remember !== 'once')
      grants.add(toGrant(question, answer, remember, newId()), question.subject, question.protocolSession);
    return true;
  };

  const late = (subject: Subject, terms: AskTerms): Question | undefined => {
    const question = questions.approvedLate(subject, terms);
    if (question !== undefined) question.isSpent = true;
    return question;
  };

  return ok({
    granted: (call, decision) => {
      // A returning client brings an answer, which may be a denial.
      if (call.tool === undefined || isApprovalState(call.params['requestState'])) return undefined;
      const subject = toSubject(call, call.tool, decision);
      const terms = termsOf(decision, settings());
      const grant = grants.use(subject, terms);
      if (grant !== undefined) {
        const reason = `${grant.says} Approved ${ROUTES[grant.route]} at ${grant.created_at}.`;
        return { approval: grant.approval_id, decision: allowed(decision, reason) };
      }
      const question = late(subject, terms);
      if (question?.answer == null) return undefined;
      const { route, at } = question.answer;
      const reason = `Approved for one call ${ROUTES[route]} at ${at}, after the client stopped waiting.`;
      return { approval: question.asked.id, decision: allowed(decision, reason) };
    },
    ask: createAsk({ deps, questions, toSubject, resolve, isClosed: () => isClosed }),
    answer: (id, given): Result<Approval, AnswerProblem> => {
      const question = questions.get(id);
      if (question === undefined) return err({ kind: 'not-found' });
      const problem = question.status === 'pending' ? problemOf(question, given) : undefined;
      if (problem !== undefined) return err(problem);
      const isTaken = resolve(question, given);
      return isTaken ? ok(toApproval(question)) : err({ kind: 'resolved', approval: toApproval(question) });
    },
    pending: () => questions.pending().map(toApproval),
    get: (id) => {
      const question = questions.get(id);
      return question && toApproval(question);
    },
    sent: (id) => questions.get(id)?.sent?.view(Number.POSITIVE_INFINITY),
    grants: grants.list,
    revoke: grants.revoke,
    knows: ({ params }) => {
      const { requestState: state } = params;
      return isApprovalState(state) && questions.ofState(state) !== undefined;
    },
    grantHolders: grants.holders,
    keepGrants: (call) => {
      const bond = sessionBondOf(call);
      if (bond !== undefined) grants.keepAlive(bond);
    },
    endSession: grants.endSession,
    close: async () => {
      isClosed = true;
      questions.expireAll();
      await grants.close();
    },
  });
}

/** The reason why an answer to an open question does not count, if any. */
function problemOf({ asked }: Question, given: GivenAnswer): AnswerProblem | undefined {
  const objection = objectionTo(given, asked.terms);
  if (objection !== undefined) return { kind: 'not-allowed', message: objection };
  if (given.decision === 'deny' || asked.terms.remember.includes(given.remember)) return undefined;
  const message =
    'It cannot be approved for the session: the client names no conversation (Toolmark-Session), so that its session cannot be told from another one with the same token and the same client name. Approve it once, or always.';
  return { kind: 'not-offered', message };
}

const allowed = ({ rule }: CallDecision, reason: string): CallDecision => ({ kind: 'allow', rule, reason });
