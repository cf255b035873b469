import { isJsonObject } from '@toolmark/annotations';
import type { ApprovalRoute, CallDecision } from '@toolmark/api-contract';
import type { CatalogTool } from '../catalog/catalog.ts';
import { lackingFor } from '../core/bridge/questions.ts';
import type { Caller } from '../core/caller.ts';
import { errorOf } from '../errors.ts';
import type { Call } from '../pipeline/call.ts';
import { failed, type RpcReply, result } from '../rpc.ts';
import { isApprovalState, toApprovalState } from './approval-state.ts';
import type { AskOutcome, GivenAnswer } from './approvals.ts';
import { comeBack } from './come-back.ts';
import { createQuestion } from './create-question.ts';
import type { ApprovalsDeps } from './deps.ts';
import { type FormAnswer, toForm } from './form.ts';
import type { Question } from './question.ts';
import { questionText } from './question-text.ts';
import type { Questions } from './questions.ts';
import { refusals } from './refusals.ts';
import { type Subject, toSubject } from './subject.ts';
import { waitForAnswer } from './waiting.ts';

export interface Asking {
  readonly deps: ApprovalsDeps;
  readonly questions: Questions;
  /** Ends a question; `false` where it had ended before. */
  readonly resolve: (question: Question, given: GivenAnswer) => boolean;
  readonly isClosed: () => boolean;
}

/** Puts the question of a call to everybody who can answer it. */
export function createAsk(asking: Asking): (call: Call, decision: CallDecision) => Promise<AskOutcome> {
  const { deps, questions, resolve, isClosed } = asking;
  const { clock, settings, secret, pageUrl } = deps;

  /** The client is asked by an answer to its request. */
  const askByReply = (question: Question, caller: Caller): AskOutcome => {
    question.isAbandoned = false;
    question.state ??= toApprovalState(secret());
    const params = toForm(questionText(question.asked), caller.protocolVersion);
    const reply = result({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params } },
      requestState: question.state,
    });
    return { kind: 'questions', approval: question.asked.id, reply };
  };
  const giveUp = (question: Question, name: string, why: string): AskOutcome => {
    question.isAbandoned = true;
    question.state = undefined;
    return refused(question, 'expired', refusals.unanswered(name, question, why, pageUrl()));
  };
  const wait = async (question: Question, call: Call): Promise<AskOutcome> => {
    const { name, caller } = call;
    const end = await waitForAnswer({
      question,
      call,
      clock,
      waitMs: settings().waitMs,
      onAnswer: (answer) => void resolve(question, toGiven(answer, 'client', caller)),
    });
    if (end.kind === 'gave-up') return giveUp(question, name, end.why);
    if (end.kind === 'cancelled') {
      questions.settle(question, 'cancelled');
      return refused(question, 'cancelled', cancelled());
    }
    const { status, answer } = question;
    if (status === 'approved') return { kind: 'approved', approval: question.asked.id };
    if (answer !== null) return refused(question, 'denied', refusals.denied(name, answer.route));
    return refused(question, 'expired', isClosed() ? refusals.stopped(name) : refusals.expired(name));
  };
  const goOn = (call: Call, subject: Subject, state: string): AskOutcome => {
    const { caller, name, params } = call;
    const responses = params['inputResponses'];
    const end = comeBack({
      question: questions.ofState(state),
      subject,
      name,
      response: isJsonObject(responses) ? responses['approval'] : undefined,
      now: clock.now(),
      resolve: (question, answer) => resolve(question, toGiven(answer, 'client', caller)),
    });
    if (end.kind === 'again') return askByReply(end.question, caller);
    if (end.kind === 'unanswered') return giveUp(end.question, name, 'nobody answered in the client');
    return end;
  };
  const begin = (call: Call, tool: CatalogTool, decision: CallDecision, subject: Subject): Question => {
    const question = createQuestion({ call, tool, decision, subject, deps });
    questions.add(question);
    return question;
  };

  return async (call, decision) => {
    const { tool, caller, name, params } = call;
    if (tool === undefined) throw new Error('A call without a tool was to be asked for.');
    const subject = toSubject(call, tool, decision, deps.sessionKey(call));
    const state = params['requestState'];
    if (isApprovalState(state)) return goOn(call, subject, state);
    if (isClosed()) return refused(undefined, 'expired', refusals.stopped(name));
    if (caller.signal.aborted) return refused(undefined, 'cancelled', cancelled());
    if (caller.confirmed === true) {
      const question = begin(call, tool, decision, subject);
      question.isSpent = true;
      resolve(question, toGiven({ kind: 'approve', remember: 'once' }, routeOf(caller), caller));
      return { kind: 'approved', approval: question.asked.id };
    }
    const open = questions.abandoned(subject);
    if (open === undefined && !questions.hasRoomFor(caller.principal))
      return refused(undefined, 'denied', refusals.tooMany(name));
    const question = open ?? begin(call, tool, decision, subject);
    // A state of the server's own would be lost if the client came back with ours.
    return canBeAskedByReply(caller) && state === undefined ? askByReply(question, caller) : wait(question, call);
  };
}

const canBeAskedByReply = ({ era, capabilities }: Caller): boolean =>
  era === 'modern' && lackingFor(capabilities, 'elicitation/create', { mode: 'form' }) === undefined;

function toGiven(answer: Exclude<FormAnswer, { kind: 'none' }>, route: ApprovalRoute, caller: Caller): GivenAnswer {
  const remember = answer.kind === 'approve' ? answer.remember : 'once';
  return { decision: answer.kind, remember, scope: 'tool', route, by: caller.principal };
}

function routeOf({ mode }: Caller): ApprovalRoute {
  return mode === 'web' || mode === 'cli' ? mode : 'api';
}

const refused = (
  question: Question | undefined,
  status: 'denied' | 'expired' | 'cancelled',
  reply: RpcReply,
): AskOutcome => ({ kind: 'refused', approval: question?.asked.id, status, reply });

const cancelled = (): RpcReply =>
  failed(errorOf('cancelled', 'The request was cancelled while it waited for the approval of a person.'));
