import { isJsonObject, toMessage } from '@toolmark/annotations';
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
import { type FormAnswer, fitsForm, mayRemember, toQuestionForm } from './form.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';
import { type Elsewhere, refusals } from './refusals.ts';
import { type Subject, toSubject } from './subject.ts';
import { formOf, waitForAnswer } from './waiting.ts';

export interface Asking {
  readonly deps: ApprovalsDeps;
  readonly questions: Questions;
  /** Ends a question; `false` where it had ended before. */
  readonly resolve: (question: Question, given: GivenAnswer) => boolean;
  readonly isClosed: () => boolean;
}

/** Puts the question of a call to everybody who can answer it. What comes back never rejects. */
export function createAsk(asking: Asking): (call: Call, decision: CallDecision) => Promise<AskOutcome> {
  const { deps, questions, resolve, isClosed } = asking;
  const { clock, settings, secret, pageUrl, log, outside = () => true } = deps;
  const elsewhere = (): Elsewhere | undefined => (outside() ? { page: pageUrl } : undefined);

  /** What may change something leaves only when whoever looks for it later can find who approved it. */
  const pass = async (question: Question, { name, tool }: Call): Promise<AskOutcome> => {
    const saved = tool?.resolution.class === 'read' ? undefined : await question.saved;
    if (saved?.ok === false) return refused(question, 'denied', refusals.unrecorded(name, saved.error));
    return { kind: 'approved', approval: question.asked.id };
  };
  /** The client is asked by an answer to its request. */
  const askByReply = (question: Question, caller: Caller): AskOutcome => {
    question.freeSince = clock.now();
    question.state ??= toApprovalState(secret());
    const params = toQuestionForm(question, caller);
    const reply = result({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params } },
      requestState: question.state,
    });
    return { kind: 'questions', approval: question.asked.id, reply };
  };
  const giveUp = (question: Question, name: string, why: string): AskOutcome => {
    question.freeSince = clock.now();
    question.state = undefined;
    return refused(question, 'expired', refusals.unanswered(name, question, why, elsewhere()));
  };
  const wait = async (question: Question, call: Call): Promise<AskOutcome> => {
    const { name, caller } = call;
    const end = await waitForAnswer({
      question,
      call,
      clock,
      waitMs: settings().waitMs,
      isOutside: outside(),
      onAnswer: (answer) => void resolve(question, toGiven(answer, 'client', caller)),
    });
    if (end.kind === 'gave-up') return giveUp(question, name, end.why);
    if (end.kind === 'cancelled') {
      questions.settle(question, 'cancelled');
      return refused(question, 'cancelled', cancelled());
    }
    const { status, answer } = question;
    if (status === 'approved') return pass(question, call);
    if (answer !== null) return refused(question, 'denied', refusals.denied(name, answer.route));
    return refused(question, 'expired', isClosed() ? refusals.stopped(name) : refusals.expired(name));
  };
  const goOn = (call: Call, subject: Subject, state: string): Promise<AskOutcome> | AskOutcome => {
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
    if (end.kind === 'approved') return pass(end.question, call);
    if (end.kind === 'again') return askByReply(end.question, caller);
    if (end.kind === 'unanswered')
      return giveUp(
        end.question,
        name,
        fitsForm(end.question) ? 'nobody answered in the client' : 'it sends more than the client can show to a person',
      );
    return end;
  };
  /** Whoever calls is a person, and has said yes. */
  const confirm = (question: Question, call: Call): Promise<AskOutcome> | AskOutcome => {
    const { caller, name } = call;
    question.isSpent = true;
    const isTaken = resolve(question, toGiven({ kind: 'approve', remember: 'once' }, routeOf(caller), caller));
    return isTaken ? pass(question, call) : refused(question, 'expired', refusals.expired(name));
  };
  const begin = (call: Call, tool: CatalogTool, decision: CallDecision, subject: Subject, waits: boolean): Question => {
    const question = createQuestion({ call, tool, decision, subject, waits, deps });
    questions.add(question);
    return question;
  };
  const ask = async (call: Call, decision: CallDecision): Promise<AskOutcome> => {
    const { tool, caller, name, params } = call;
    if (tool === undefined) throw new Error('A call without a tool was to be asked for.');
    const subject = toSubject(call, tool, decision, deps.sessionKey(call));
    const state = params['requestState'];
    if (isApprovalState(state)) return goOn(call, subject, state);
    if (isClosed()) return refused(undefined, 'expired', refusals.stopped(name));
    if (caller.signal.aborted) return refused(undefined, 'cancelled', cancelled());
    if (caller.confirmed === true) return confirm(begin(call, tool, decision, subject, false), call);
    const isByReply = canBeAskedByReply(call);
    if (!isByReply && formOf(caller) === undefined && !outside())
      return refused(undefined, 'denied', refusals.nobodyToAsk(name, decision));
    const open = questions.free(subject, call.startedAt);
    if (open === undefined && !questions.hasRoomFor(caller.principal))
      return refused(undefined, 'denied', refusals.tooMany(name, elsewhere()));
    const question = open ?? createQuestion({ call, tool, decision, subject, waits: !isByReply, deps });
    if (!outside() && !fitsForm(question)) return refused(undefined, 'denied', refusals.tooLong(name, question.asked));
    if (open === undefined) {
      if (!questions.hasRoomForText(caller.principal, question.sent?.text.length ?? 0))
        return refused(undefined, 'denied', refusals.tooMany(name, elsewhere()));
      questions.add(question);
    }
    return isByReply ? askByReply(question, caller) : wait(question, call);
  };

  return (call, decision) =>
    ask(call, decision).catch((error: unknown) => {
      log.error({ call: call.id, error: toMessage(error) }, 'a person could not be asked about a call');
      return refused(undefined, 'denied', refusals.broken(call.name));
    });
}

/** A state, or answers, that are its server's would be lost if the client came back with ours. */
const canBeAskedByReply = ({ caller: { era, capabilities }, params }: Call): boolean =>
  era === 'modern' &&
  params['requestState'] === undefined &&
  params['inputResponses'] === undefined &&
  lackingFor(capabilities, 'elicitation/create', { mode: 'form' }) === undefined;

function toGiven(answer: Exclude<FormAnswer, { kind: 'none' }>, route: ApprovalRoute, caller: Caller): GivenAnswer {
  const isLasting = answer.kind === 'approve' && mayRemember(caller.principal);
  const remember = isLasting ? answer.remember : 'once';
  return { decision: answer.kind, remember, scope: 'tool', route, by: caller.principal };
}

function routeOf({ mode }: Caller): ApprovalRoute {
  return mode === 'web' || mode === 'cli' ? mode : 'api';
}

const refused = (
  question: Question | undefined,
  status: 'denied' | 'expired' | 'cancelled',
  reply: RpcReply,
): Extract<AskOutcome, { kind: 'refused' }> => ({ kind: 'refused', approval: question?.asked.id, status, reply });

const cancelled = (): RpcReply =>
  failed(errorOf('cancelled', 'The request was cancelled while it waited for the approval of a person.'));
