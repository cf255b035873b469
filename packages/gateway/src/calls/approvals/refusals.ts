import { type ApprovalRoute, type AskTerms, approvalRoutes, type CallDecision } from '@toolmark/api-contract';
import type { RpcReply } from '@toolmark/base';
import type { RecordedQuestion } from '@toolmark/record';
import { refusal } from '../refusals.ts';
import { type Question, toMoment } from './question.ts';
import { oneLine } from './question-text.ts';
import { approvingRoutes, ROUTES, waysOf } from './terms.ts';

/** The ways to approve outside of the calling client. */
export interface Elsewhere extends AskTerms {
  /** The address of a question; `undefined` without a page. */
  readonly page: (id: string) => string | undefined;
}

const NOT_AGAIN = 'Do not try it again, nor in another way, unless the user asks for it.';

/** The replies to calls without an approval. The first sentences are for the agent, the last for the person. */
export const refusals = {
  denied: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(`'${name}' was not called: a person denied it ${ROUTES[route]}. ${NOT_AGAIN}`),

  deniedByOther: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(`'${name}' was not called: it was already denied ${ROUTES[route]}. ${NOT_AGAIN}`),

  deniedAfterApproval: (name: string, route: ApprovalRoute): RpcReply =>
    refusal(
      `'${name}' was not called: it was approved ${ROUTES[route]} and denied in the client, and the stricter answer counts. ${NOT_AGAIN}`,
    ),

  /** `offer` begins with a space, or is empty. */
  unanswered: (
    name: string,
    question: Question,
    why: string,
    elsewhere: Elsewhere | undefined,
    offer: string,
  ): RpcReply => {
    const { id, expiresAt } = question.asked;
    const what = `${needed(name, question.asked)}, and ${why}.`;
    if (elsewhere === undefined)
      return refusal(
        `${what} Do not repeat it in a loop: tell the user. If they want it, call it once more, and they are asked again. ${WITHOUT_GATEWAY}${offer}`,
      );
    return refusal(
      `${what} Do not repeat it in a loop: tell the user that it waits for them. Once it is approved, the same call with the same arguments passes. ` +
        `To approve it, until ${toMoment(expiresAt)}: ${howToApprove(id, elsewhere)}${offer === '' ? '' : `.${offer}`}`,
    );
  },

  nobodyToAsk: (name: string, decision: CallDecision, terms: AskTerms, offer: string): RpcReply =>
    refusal(
      `${needed(name, decision)}, and no person can be asked. Do not repeat it: tell the user. ${isLimited(terms) ? unreachable(terms) : WITHOUT_GATEWAY}${offer}`,
    ),

  /** `objection` is a sentence or two, for the person who confirmed it. */
  notConfirmed: (name: string, objection: string): RpcReply =>
    refusal(`'${name}' was not called: what was confirmed with the call does not count. ${objection} Call it without.`),

  wayClosed: (name: string, terms: AskTerms): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the way in which it was approved does not count any more. Tell the user: it can be approved ${waysOf(terms)}, when it is called again without requestState and inputResponses.`,
    ),

  /** `problem` is a sentence or two. */
  unrecorded: (name: string, problem: string): RpcReply =>
    refusal(
      `'${name}' was not called: it was approved, but that cannot be recorded at the moment, and what may change something does not leave without. ${problem} Call it again once that is fixed: the user is asked again.`,
    ),

  broken: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the gateway failed to ask for it. Do not repeat it: tell the user, who finds more in the gateway's log.`,
    ),

  expired: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the time to give it is over. Call it again only if the user still wants it: they are asked again.`,
    ),

  used: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: the approval that this belongs to was used by another call. Call it again, without requestState and inputResponses, only if it is to be done once more.`,
    ),

  stale: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: what was asked is open no more, or was about another call: other arguments, another rule, or a tool that has changed since. Call it again without requestState and inputResponses, and the user is asked again.`,
    ),

  tooMany: (name: string, elsewhere: Elsewhere | undefined): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and too many calls wait for one already. Tell the user to answer them first${elsewhere?.routes.includes('cli') === true ? ': toolmark approvals' : '.'}`,
    ),

  tooLong: (name: string, { rule, reason, sent }: Pick<RecordedQuestion, 'rule' | 'reason' | 'sent'>): RpcReply =>
    refusal(
      `${needed(name, { rule, reason })}, and it sends ${sent.bytes} bytes, more than this client can show to a person. Do not repeat it: tell the user, or send less at once. ${WITHOUT_GATEWAY}`,
    ),

  stopped: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the gateway is stopping, so it cannot be given. Call it again when the gateway is back.`,
    ),
} as const;

/**
 * Instructions to approve a question, for each available way.
 *
 * @example
 * howToApprove('a1', elsewhere) // 'toolmark approvals approve a1, or at http://127.0.0.1:7420/approvals/a1'
 */
export function howToApprove(id: string, { routes, presence, page }: Elsewhere): string {
  const address = routes.includes('page') ? page(id) : undefined;
  const ways = [
    ...(routes.includes('cli') ? [`toolmark approvals approve ${id}`] : []),
    ...(address === undefined ? [] : [`at ${address}${presence === 'passkey' ? ', with a passkey' : ''}`]),
  ];
  return ways.length === 0 ? waysOf({ routes, presence }) : ways.join(', or ');
}

const isLimited = ({ routes, presence }: AskTerms): boolean =>
  presence === 'passkey' || routes.length < approvalRoutes.length;

/** Instructions if no person can answer in the ways that the policy accepts. */
function unreachable(terms: AskTerms): string {
  const isElsewhere = approvingRoutes(terms).some((route) => route !== 'client');
  const start = isElsewhere ? ' For that the gateway has to run: toolmark serve.' : '';
  return `The policy takes an approval only ${waysOf(terms)} (policy.ask).${start}`;
}

const needed = (name: string, { rule, reason }: Pick<CallDecision, 'rule' | 'reason'>): string =>
  `'${name}' was not called: it needs the approval of a person (${rule}: ${oneLine(reason, 1_000)})`;

const WITHOUT_GATEWAY =
  'To answer outside of this client, start the gateway: toolmark serve. A client that can ask its user, or a rule that allows the call, does as well.';
