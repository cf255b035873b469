import { isJsonObject, toMessage } from '@toolmark/annotations';
import type { AskTerms, CallDecision } from '@toolmark/api-contract';
import { errorOf, failed, type RpcReply, result } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import type { Caller, Confirmation } from '../../model/caller.ts';
import { termsOf } from '../../policy/asking-rule.ts';
import { lackingFor } from '../bridge/questions.ts';
import { isApprovalState, toApprovalState } from '../sent-params.ts';
import type { AskOutcome, GivenAnswer } from './approvals.ts';
import { createQuestion, type QuestionSource } from './create-question.ts';
import type { ApprovalsDeps } from './deps.ts';
import { type FormAnswer, fitsForm, toQuestionForm } from './form.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';
import { type Elsewhere, refusals } from './refusals.ts';
import { handleReturn } from './returning-client.ts';
import { reviewOffer } from './review-offer.ts';
import type { Subject, ToSubject } from './subject.ts';
import { approvingRoutes, isClientAsked, objectionTo } from './terms.ts';
import { formOf, waitForAnswer } from './waiting.ts';

export interface Asking {
  readonly deps: ApprovalsDeps;
  readonly questions: Questions;
  readonly toSubject: ToSubject;
  /** Ends a question; `false` if it had ended before. */
  readonly resolve: (question: Question, given: GivenAnswer) => boolean;
  readonly isClosed: () => boolean;
}

type QuestionDraft = Omit<QuestionSource, 'waits' | 'deps'>;

/** Creates the function that asks about a call in every way that the terms allow. That function never rejects. */
export function createAsk(asking: Asking): (call: Call, decision: CallDecision) => Promise<AskOutcome> {
  const { deps, questions, toSubject, resolve, isClosed } = asking;
  const { clock, settings, secret, pageUrl, log, outside = () => true } = deps;
  const elsewhere = (terms: AskTerms): Elsewhere | undefined => {
    const routes = approvingRoutes(terms).filter((route) => route !== 'client');
    return outside() && routes.length > 0
      ? { routes, presence: terms.presence, page: (id) => pageUrl(`/approvals/${id}`) }
      : undefined;
  };

  /** Lets an approved call pass. A call that may change something first waits until the approval is recorded. */
  const pass = async (question: Question, { name, tool }: Call): Promise<AskOutcome> => {
    const saved = tool?.resolution.class === 'read' ? undefined : await question.saved;
    if (saved?.ok === false) return refused(question, 'denied', refusals.unrecorded(name, saved.error));
    return { kind: 'approved', approval: question.asked.id };
  };
  /** Asks the client by the reply to its request. */
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
  const giveUp = (question: Question, { name, tool }: Call, why: string): AskOutcome => {
    const offer = tool === undefined ? '' : reviewOffer(tool, question.asked.rule, pageUrl);
    question.freeSince = clock.now();
    question.state = undefined;
    const reply = refusals.unanswered(name, question, why, elsewhere(question.asked.terms), offer);
    return refused(question, 'expired', reply);
  };
  const wait = async (question: Question, call: Call): Promise<AskOutcome> => {
    const { name, caller } = call;
    const end = await waitForAnswer({
      question,
      call,
      clock,
      waitMs: settings().waitMs,
      elsewhere: elsewhere(question.asked.terms),
      isClientAsked: isClientAsked(question.asked.terms, caller),
      onAnswer: (answer) => void resolve(question, answeredInClient(answer, caller)),
    });
    if (end.kind === 'gave-up') return giveUp(question, call, end.why);
    if (end.kind === 'cancelled') {
      questions.settle(question, 'cancelled');
      return refused(question, 'cancelled', cancelled());
    }
    const { status, answer } = question;
    if (status === 'approved') return pass(question, call);
    if (answer !== null) return refused(question, 'denied', refusals.denied(name, answer.route));
    return refused(question, 'expired', isClosed() ? refusals.stopped(name) : refusals.expired(name));
  };
  const goOn = (call: Call, subject: Subject, state: string, terms: AskTerms): Promise<AskOutcome> | AskOutcome => {
    const { caller, name, params } = call;
    const responses = params['inputResponses'];
    const mayAnswer = isClientAsked(terms, caller);
    const end = handleReturn({
      question: questions.ofState(state),
      subject,
      name,
      response: isJsonObject(responses) ? responses['approval'] : undefined,
      now: clock.now(),
      terms,
      mayAnswer,
      resolve: (question, answer) => resolve(question, answeredInClient(answer, caller)),
    });
    if (end.kind === 'approved') return pass(end.question, call);
    if (end.kind === 'again' && mayAnswer) return askByReply(end.question, caller);
    if (end.kind === 'again' || end.kind === 'unanswered')
      return giveUp(end.question, call, mayAnswer ? whyUnanswered(end.question) : 'the client may not answer');
    return end;
  };
  /** Approves a call that a person made and confirmed. */
  const confirm = (asked: QuestionDraft, { route, by }: Confirmation): Promise<AskOutcome> | AskOutcome => {
    const { call, terms } = asked;
    const answer: GivenAnswer = { decision: 'approve', remember: 'once', scope: 'tool', route, presence: 'none', by };
    const objection = objectionTo(answer, terms);
    if (objection !== undefined) return refused(undefined, 'denied', refusals.notConfirmed(call.name, objection));
    const question = begin(asked, false);
    question.isSpent = true;
    return resolve(question, answer) ? pass(question, call) : refused(question, 'expired', refusals.expired(call.name));
  };
  const begin = (asked: QuestionDraft, waits: boolean): Question => {
    const question = createQuestion({ ...asked, waits, deps });
    questions.add(question);
    return question;
  };
  const ask = async (call: Call, decision: CallDecision): Promise<AskOutcome> => {
    const { tool, caller, name, params } = call;
    if (tool === undefined) throw new Error('Cannot ask about a call without a tool.');
    const subject = toSubject(call, tool, decision);
    const terms = termsOf(decision, settings());
    const state = params['requestState'];
    if (isApprovalState(state)) return goOn(call, subject, state, terms);
    if (isClosed()) return refused(undefined, 'expired', refusals.stopped(name));
    if (caller.signal.aborted) return refused(undefined, 'cancelled', cancelled());
    const asked: QuestionDraft = { call, tool, decision, subject, terms };
    if (caller.confirmed !== undefined) return confirm(asked, caller.confirmed);
    const mayAskClient = isClientAsked(terms, caller);
    const isByReply = mayAskClient && canBeAskedByReply(call);
    const isByForm = mayAskClient && formOf(caller) !== undefined;
    if (!isByReply && !isByForm && elsewhere(terms) === undefined)
      return refused(
        undefined,
        'denied',
        refusals.nobodyToAsk(name, decision, terms, reviewOffer(tool, decision.rule, pageUrl)),
      );
    const open = questions.free(subject, terms, call.startedAt);
    if (open === undefined && !questions.hasRoomFor(caller.principal))
      return refused(undefined, 'denied', refusals.tooMany(name, elsewhere(terms)));
    const question = open ?? createQuestion({ ...asked, waits: !isByReply, deps });
    if (elsewhere(terms) === undefined && !fitsForm(question))
      return refused(undefined, 'denied', refusals.tooLong(name, question.asked));
    if (open === undefined) {
      if (!questions.hasRoomForText(caller.principal, question.sent?.text.length ?? 0))
        return refused(undefined, 'denied', refusals.tooMany(name, elsewhere(terms)));
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

/** Not for a call with a state or answers for its server: the client would return with our state in their place. */
const canBeAskedByReply = ({ caller: { era, capabilities }, params }: Call): boolean =>
  era === 'modern' &&
  params['requestState'] === undefined &&
  params['inputResponses'] === undefined &&
  lackingFor(capabilities, 'elicitation/create', { mode: 'form' }) === undefined;

const whyUnanswered = (question: Question): string =>
  fitsForm(question) ? 'the client gave no answer' : 'it sends more than the client can show to a person';

/** An answer in the client is for one call: a client must not give itself a grant. */
const answeredInClient = (
  { kind }: Exclude<FormAnswer, { kind: 'none' }>,
  { principal }: Pick<Caller, 'principal'>,
): GivenAnswer => ({
  decision: kind,
  remember: 'once',
  scope: 'tool',
  route: 'client',
  presence: 'none',
  by: principal,
});

const refused = (
  question: Question | undefined,
  status: 'denied' | 'expired' | 'cancelled',
  reply: RpcReply,
): Extract<AskOutcome, { kind: 'refused' }> => ({ kind: 'refused', approval: question?.asked.id, status, reply });

const cancelled = (): RpcReply =>
  failed(errorOf('cancelled', 'The request was cancelled while it waited for the approval of a person.'));
