import { type CallDecision, isReleasedByAccept } from '@toolmark/api-contract';
import type { RpcReply } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Call, CallSession } from '../../model/call.ts';
import type { CatalogTool, ToolFor } from '../../model/catalog.ts';
import type { Current } from '../../model/current.ts';
import type { Policy } from '../../model/policy.ts';
import type { PolicyCall } from '../../model/policy-call.ts';
import type { Subjects } from '../../policy/subjects.ts';
import { VARIANTS } from '../../search/find/variants.ts';
import { clientOf } from '../../sessions/identity.ts';
import type { SessionLedger } from '../../sessions/session-ledger.ts';
import type { RunningApprovals } from '../approvals/create-approvals.ts';
import { hintsOf } from '../approvals/hints-of.ts';
import type { Step } from '../compose.ts';
import type { Continuations } from '../continuations.ts';
import type { Limits } from '../limits/limits.ts';
import { refusal } from '../refusals.ts';
import { comesBack, isApprovalState } from '../sent-params.ts';

export interface DecideCallDeps {
  readonly policy: Current<Policy>;
  readonly subjects: Subjects;
  readonly ledger: Pick<SessionLedger, 'of'>;
  readonly continuations: Continuations;
}

/** Asks the policy. What it refuses ends here; what it wants to be asked goes on to the step that asks. */
export function decideCall({ policy, subjects, ledger, continuations }: DecideCallDeps): Step {
  const factsOf = ({ caller, arguments: given }: Call, tool: CatalogTool, session: CallSession): PolicyCall => ({
    tool: subjects.of(tool),
    arguments: given,
    caller: {
      principal: caller.principal,
      client: clientOf(caller).name,
      mode: caller.mode ?? 'direct',
      ceiling: caller.ceiling,
      variant: caller.variant,
    },
    session: session.facts(),
  });
  /** What was let through goes on after questions of its server; but not if it would be refused by now. */
  const decide = (call: Call, facts: PolicyCall): CallDecision => {
    const decision = policy.value.decide(facts);
    const continued = comesBack(call.params) ? continuations.of(call) : undefined;
    if (continued === undefined || isRefusal(decision)) return decision;
    call.isContinued = true;
    call.approval = continued.approval;
    return continued.decision;
  };
  const goOn = async (call: Call, tool: CatalogTool, session: CallSession, next: () => Promise<RpcReply>) => {
    const reply = await next();
    const wasSent = call.attempts > 0;
    // What was read before and is answered again has been read by this session too.
    if (wasSent || call.cachedAgeMs !== undefined) session.answered(call.tool ?? tool, isGood(reply));
    // Our own questions are put before the call leaves.
    if (wasSent && asksForInput(reply)) continuations.remember(call, reply);
    return reply;
  };
  const run = (call: Call, tool: CatalogTool, session: CallSession, next: () => Promise<RpcReply>) => {
    const facts = factsOf(call, tool, session);
    call.session = session;
    call.weighed = { facts, policy: policy.value };
    call.decision = decide(call, facts);
    if (!isRefusal(call.decision)) return goOn(call, tool, session, next);
    call.status = 'denied';
    return Promise.resolve(refusal(textOf(call.name, tool, call.decision)));
  };
  return function decideCall(call, next) {
    const { tool } = call;
    if (tool === undefined) return Promise.reject(new Error('A call without a tool was to be decided about.'));
    const session = ledger.of(call);
    return session instanceof Promise
      ? session.then((entry) => run(call, tool, entry, next))
      : run(call, tool, session, next);
  };
}

/** Not that it failed, and not that it has questions first. */
const isGood = (reply: RpcReply): boolean =>
  reply.kind === 'result' && reply.result['isError'] !== true && !asksForInput(reply);

const asksForInput = (reply: RpcReply): boolean =>
  reply.kind === 'result' && reply.result['resultType'] === 'input_required';

const isRefusal = ({ kind }: CallDecision): boolean => kind === 'deny' || kind === 'hold';

function textOf(name: string, { exposed, resolution }: CatalogTool, { kind, rule, reason }: CallDecision): string {
  const is = kind === 'hold' ? 'held' : 'not allowed';
  const what = `'${toPrintable(name)}' was not called: it is ${is} (${rule}). ${reason}`;
  if (rule === 'variant') return `${what} Use ${VARIANTS[resolution.class]}.`;
  if (rule === 'disabled') return `${what} A person can switch it on again: ${commandFor('enable', exposed)}`;
  if (kind === 'deny' || !isReleasedByAccept(rule))
    return `${what} Do not try again unless a person has changed the policy.`;
  return `${what} A person can look at it and let it pass: ${commandFor('accept', exposed)}`;
}

/** Somebody may copy it into a shell, and a server has a say in the name. */
const commandFor = (verb: 'accept' | 'enable', exposed: string): string =>
  /^[\w.-]+$/.test(exposed) ? `toolmark tools ${verb} ${exposed}` : OTHERWISE[verb];

const OTHERWISE = { accept: 'toolmark tools --held', enable: 'toolmark tools curations' } as const;

export interface LimitCallsDeps {
  readonly limits: Limits;
  /** A call with a state that was handed out to it was counted when it was asked. */
  readonly approvals: Pick<RunningApprovals, 'knows'>;
}

/**
 * Counts calls, and denies those beyond a limit. One that goes on after questions, of its server or of ours, was counted when it
 * began.
 */
export function limitCalls({ limits, approvals }: LimitCallsDeps): Step {
  return function limitCalls(call, next) {
    if (call.isContinued || limits.isEmpty) return next();
    // A state that a client made up is none.
    if (isApprovalState(call.params['requestState']) && approvals.knows(call)) return next();
    const { weighed, session, caller } = call;
    if (weighed === undefined || session === undefined)
      return Promise.reject(new Error('A call was to be counted that nobody decided about.'));
    const denied = limits.take(weighed.facts, { session: session.key, principal: caller.principal });
    if (denied === undefined) return next();
    call.decision = denied;
    call.status = 'denied';
    return Promise.resolve(refusal(`'${call.name}' was not called (${denied.rule}). ${denied.reason}`));
  };
}

export interface AskPersonDeps {
  readonly approvals: Pick<RunningApprovals, 'granted' | 'ask' | 'grantHolders' | 'seen'>;
}

/** Has a person asked before a call goes on for which the policy wants that. */
export function askPerson({ approvals }: AskPersonDeps): Step {
  const ask = async (call: Call, next: () => Promise<RpcReply>): Promise<RpcReply> => {
    if (call.decision === undefined) throw new Error('A call that nobody decided about.');
    const outcome = await approvals.ask(call, call.decision);
    call.approval = outcome.approval;
    if (outcome.kind === 'approved') return next();
    if (outcome.kind === 'refused' && outcome.status !== 'cancelled') call.status = outcome.status;
    return outcome.reply;
  };
  const pass = (call: Call, next: () => Promise<RpcReply>): Promise<RpcReply> => {
    if (approvals.grantHolders.size > 0) approvals.seen(call);
    return next();
  };
  return function askPerson(call, next) {
    const { decision } = call;
    // A server may be a gateway like this one: its states are answered to it, and look like ours.
    if (call.isContinued) return pass(call, next);
    // An answer to us is one whatever was decided meanwhile: it may be no, and it is never the server's.
    if (isApprovalState(call.params['requestState'])) return ask(call, next);
    if (decision === undefined) return Promise.reject(new Error('A call that nobody decided about.'));
    if (decision.kind !== 'ask') return pass(call, next);
    const granted = approvals.granted(call, decision);
    if (granted === undefined) return ask(call, next);
    call.decision = granted.decision;
    call.approval = granted.approval;
    return next();
  };
}

export interface LookAgainDeps {
  readonly policy: Current<Policy>;
  readonly subjects: Subjects;
  /** What goes by this name for this caller now; `undefined` where it is not offered to them any more. */
  readonly toolFor: ToolFor;
}

/**
 * A person may take minutes to answer. Meanwhile a server may become another one, somebody may make the policy stricter, and the
 * session may do what makes this call a risk. What was decided and approved was the call as it was: it leaves only if it still is.
 */
export function lookAgain({ toolFor, policy, subjects }: LookAgainDeps): Step {
  const refuse = (call: Call, why: string): Promise<RpcReply> => {
    call.status = 'denied';
    return Promise.resolve(refusal(`'${toPrintable(call.name)}' was not called: ${why}`));
  };
  return function lookAgain(call, next) {
    const { weighed, tool, approval } = call;
    if (weighed === undefined || tool === undefined)
      return Promise.reject(new Error('A call that nobody decided about.'));
    const { facts } = weighed;
    const now = toolFor(call.name, call.caller);
    if (now === undefined) return refuse(call, 'while it waited, its server took it back.');
    const subject = subjects.of(now);
    const isSamePolicy = policy.value === weighed.policy;
    if (approval === undefined && isSamePolicy && subject === facts.tool) return next();
    const fresh = { ...facts, tool: subject, session: call.session?.facts() ?? facts.session };
    const decision = policy.value.decide(fresh);
    if (decision.kind === 'deny' || decision.kind === 'hold') {
      call.decision = decision;
      return refuse(call, `meanwhile it would be refused (${decision.rule}). ${decision.reason}`);
    }
    const isWhatWasApproved =
      approval !== undefined && isSamePolicy && decision.rule === call.decision?.rule && hintsOf(now) === hintsOf(tool);
    // What goes on after questions of its server has left already.
    if (decision.kind === 'ask' && !isWhatWasApproved && !call.isContinued)
      return refuse(
        call,
        'it is not what was decided about any more, so that a person has to be asked. Call it again.',
      );
    // From here on what it is now counts: whether it may be kept, or sent twice.
    call.tool = now;
    call.weighed = { facts: fresh, policy: policy.value };
    return next();
  };
}

/** Whether what was let through would be let through as it is now. */
export const createStillStands =
  ({ policy, subjects, toolFor }: LookAgainDeps): ((call: Call) => boolean) =>
  (call) => {
    const { weighed, tool, approval } = call;
    const now = toolFor(call.name, call.caller);
    if (now === undefined || weighed === undefined || tool === undefined) return false;
    const { facts } = weighed;
    const subject = subjects.of(now);
    if (policy.value === weighed.policy && subject === facts.tool) return true;
    const { kind, rule } = policy.value.decide({ ...facts, tool: subject });
    const isApproved = kind === 'ask' && approval !== undefined && rule === call.decision?.rule;
    return hintsOf(now) === hintsOf(tool) && (kind === 'allow' || isApproved);
  };
