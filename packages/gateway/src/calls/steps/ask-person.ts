import type { RpcReply } from '@toolmark/base';
import type { Call } from '../../model/call.ts';
import type { RunningApprovals } from '../approvals/create-approvals.ts';
import type { Step } from '../compose.ts';
import { isApprovalState, withoutAnswer } from '../sent-params.ts';

export interface AskPersonDeps {
  readonly approvals: Pick<RunningApprovals, 'granted' | 'ask' | 'seen'>;
}

/** Has a person asked before a call goes on for which the policy wants that. */
export function askPerson({ approvals }: AskPersonDeps): Step {
  const ask = async (call: Call, next: () => Promise<RpcReply>): Promise<RpcReply> => {
    if (call.decision === undefined) throw new Error('A call that nobody decided about.');
    const outcome = await approvals.ask(call, call.decision);
    call.approval = outcome.approval;
    if (outcome.kind === 'approved') {
      call.outgoing = withoutAnswer(call.params);
      return next();
    }
    if (outcome.kind === 'refused' && outcome.status !== 'cancelled') call.verdict = outcome.status;
    return outcome.reply;
  };
  return function askPerson(call, next) {
    const { decision } = call;
    // A server may be a gateway like this one: its states are answered to it, and look like ours.
    if (call.isContinued) {
      approvals.seen(call);
      return next();
    }
    // An answer to us is one whatever was decided meanwhile: it may be no, and it is never the server's.
    if (isApprovalState(call.params['requestState'])) return ask(call, next);
    if (decision === undefined) return Promise.reject(new Error('A call that nobody decided about.'));
    if (decision.kind !== 'ask') {
      approvals.seen(call);
      return next();
    }
    const granted = approvals.granted(call, decision);
    if (granted === undefined) return ask(call, next);
    call.decision = granted.decision;
    call.approval = granted.approval;
    return next();
  };
}
