import type { ApprovalRoute, CallDecision } from '@toolmark/api-contract';
import { refusal } from '../pipeline/refusal.ts';
import type { RpcReply } from '../rpc.ts';
import { type Question, toMoment } from './question.ts';
import { oneLine } from './question-text.ts';
import type { RecordedQuestion } from './record.ts';

/** Where an answer came from, in words. */
export const ROUTES: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  web: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

/** Where people can answer besides the client that calls. */
export interface Elsewhere {
  /** Where a question is shown; `undefined` where there is no page. */
  readonly page: (id: string) => string | undefined;
}

const NOT_AGAIN = 'Do not try it again, nor in another way, unless the user asks for it.';

/** What is said in place of a result. The first sentences are for the agent, what a person can do comes last. */
export const refusals = {
  denied: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(`'${name}' was not called: a person denied it ${ROUTES[route]}. ${NOT_AGAIN}`),

  deniedByOther: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(`'${name}' was not called: somebody else denied it, ${ROUTES[route]}. ${NOT_AGAIN}`),

  deniedAfterApproval: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(
      `'${name}' was not called: it was approved ${ROUTES[route]} and denied in the client, and the stricter answer counts. ${NOT_AGAIN}`,
    ),

  unanswered: (name: string, question: Question, why: string, elsewhere: Elsewhere | undefined): RpcReply => {
    const { id, expiresAt } = question.asked;
    const what = `${needed(name, question.asked)}, and ${why}.`;
    if (elsewhere === undefined)
      return refusal(
        `${what} Do not repeat it in a loop: tell the user. If they want it, call it once more, and they are asked again. ${WITHOUT_GATEWAY}`,
      );
    const page = elsewhere.page(id);
    const where = page === undefined ? '' : `, or at ${page}`;
    return refusal(
      `${what} Do not repeat it in a loop: tell the user that it waits for them. Once it is approved, the same call with the same arguments passes. ` +
        `To approve it, until ${toMoment(expiresAt)}: toolmark approvals approve ${id}${where}`,
    );
  },

  nobodyToAsk: (name: string, decision: CallDecision): RpcReply =>
    refusal(
      `${needed(name, decision)}, and there is nobody who could be asked. Do not repeat it: tell the user. ${WITHOUT_GATEWAY}`,
    ),

  /** `problem` is a sentence or two. */
  unrecorded: (name: string, problem: string): RpcReply =>
    refusal(
      `'${name}' was not called: it was approved, but that cannot be recorded at the moment, and what may change something does not leave without. ${problem} Call it again once that is mended: the user is asked anew.`,
    ),

  broken: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and nobody could be asked because of an error of the gateway. Do not repeat it: tell the user, who finds more in the gateway's log.`,
    ),

  expired: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the time to give it is over. Call it again only if the user still wants it: they are asked anew then.`,
    ),

  used: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: the approval that this belongs to was used by another call. Call it again, without requestState and inputResponses, only if it is to be done once more.`,
    ),

  stale: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: what was asked is open no more, or was about another call: other arguments, another rule, or a tool that has changed since. Call it again without requestState and inputResponses, and the user is asked anew.`,
    ),

  tooMany: (name: string, elsewhere: Elsewhere | undefined): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and too many calls wait for one already. Tell the user to answer them first${elsewhere === undefined ? '.' : ': toolmark approvals'}`,
    ),

  tooLong: (name: string, { rule, reason, sent }: Pick<RecordedQuestion, 'rule' | 'reason' | 'sent'>): RpcReply =>
    refusal(
      `${needed(name, { rule, reason })}, and it sends ${sent.bytes} bytes, more than this client can show to a person. Do not repeat it: tell the user, or send less at once. ${WITHOUT_GATEWAY}`,
    ),

  stopped: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the gateway is being stopped, so that nobody can give it. Call it again when the gateway is back.`,
    ),
} as const;

const needed = (name: string, { rule, reason }: Pick<CallDecision, 'rule' | 'reason'>): string =>
  `'${name}' was not called: it needs the approval of a person (${rule}: ${oneLine(reason, 1_000)})`;

const WITHOUT_GATEWAY =
  'To answer outside of this client, start the gateway: toolmark serve. A client that can ask its user, or a rule that allows the call, does as well.';
