import type { ApprovalRoute } from '@toolmark/api-contract';
import { refusal } from '../pipeline/refusal.ts';
import type { RpcReply } from '../rpc.ts';
import { type Question, toMoment } from './question.ts';
import { oneLine } from './question-text.ts';

/** Where an answer came from, in words. */
export const ROUTES: Readonly<Record<ApprovalRoute, string>> = {
  client: 'in the client',
  web: 'on the page',
  cli: 'on the command line',
  api: 'through the API',
};

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

  unanswered: (name: string, question: Question, why: string, page: string | undefined): RpcReply => {
    const { id, rule, reason, expiresAt } = question.asked;
    const where = page === undefined ? '' : `, or at ${page}`;
    return refusal(
      `'${name}' was not called: it needs the approval of a person (${rule}: ${oneLine(reason, 1_000)}), and ${why}. ` +
        'Do not repeat it in a loop: tell the user that it waits for them. Once it is approved, the same call with the same arguments passes. ' +
        `To approve it, until ${toMoment(expiresAt)}: toolmark approvals approve ${id}${where}`,
    );
  },

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

  tooMany: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and too many calls wait for one already. Tell the user to answer them first: toolmark approvals`,
    ),

  stopped: (name: string): RpcReply =>
    refusal(
      `'${name}' was not called: it needs the approval of a person, and the gateway is being stopped, so that nobody can give it. Call it again when the gateway is back.`,
    ),
} as const;
