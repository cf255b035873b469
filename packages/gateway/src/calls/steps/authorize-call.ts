import { type CallDecision, isReleasedByAccept } from '@toolmark/api-contract';
import type { RpcReply } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Call, CallSession } from '../../model/call.ts';
import type { CatalogTool, ToolFor } from '../../model/catalog.ts';
import type { Current } from '../../model/current.ts';
import type { Policy } from '../../model/policy.ts';
import type { PolicyCall } from '../../model/policy-call.ts';
import type { PolicyTools } from '../../policy/create-policy.ts';
import { VARIANTS } from '../../search/find/variants.ts';
import { clientOf } from '../../sessions/identity.ts';
import type { SessionLedger } from '../../sessions/session-ledger.ts';
import type { RunningApprovals } from '../approvals/create-approvals.ts';
import { hintsKey } from '../approvals/hints-key.ts';
import type { Continuations } from '../continuations.ts';
import type { Limits } from '../limits/limits.ts';
import type { Step } from '../pipeline.ts';
import { refusal } from '../refusals.ts';
import { continuesRequest, isApprovalState } from '../sent-params.ts';

export interface DecideCallDeps {
  readonly policy: Current<Policy>;
  readonly policyTools: PolicyTools;
  readonly ledger: Pick<SessionLedger, 'of'>;
  readonly continuations: Continuations;
}

/** Lets the policy decide. A refused call ends here; a call that needs approval continues to the step that asks. */
export function decideCall({ policy, policyTools, ledger, continuations }: DecideCallDeps): Step {
  const factsOf = ({ caller, arguments: given }: Call, tool: CatalogTool, session: CallSession): PolicyCall => ({
    tool: policyTools.of(tool),
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
  /** A call that continues after questions keeps its decision, unless the policy would refuse it now. */
  const decide = (call: Call, facts: PolicyCall): CallDecision => {
    const decision = policy.value.decide(facts);
    const continued = continuesRequest(call.params) ? continuations.of(call) : undefined;
    if (continued === undefined || isRefusal(decision)) return decision;
    call.isContinued = true;
    call.approval = continued.approval;
    return continued.decision;
  };
  const proceed = async (call: Call, tool: CatalogTool, session: CallSession, next: () => Promise<RpcReply>) => {
    const reply = await next();
    const wasSent = call.attempts > 0;
    // A cached answer counts as read by this session too.
    if (wasSent || call.cachedAgeMs !== undefined) session.countAnswer(call.tool ?? tool, isGood(reply));
    // Questions of the gateway come before the call is sent, so these are the server's.
    if (wasSent && asksForInput(reply)) continuations.remember(call, reply);
    return reply;
  };
  const run = (call: Call, tool: CatalogTool, session: CallSession, next: () => Promise<RpcReply>) => {
    const facts = factsOf(call, tool, session);
    call.weighed = { session, facts, policy: policy.value };
    call.decision = decide(call, facts);
    if (!isRefusal(call.decision)) return proceed(call, tool, session, next);
    call.status = 'denied';
    return Promise.resolve(refusal(refusalText(call.name, tool, call.decision)));
  };
  return function decideCall(call, next) {
    const { tool } = call;
    if (tool === undefined) return Promise.reject(new Error('Cannot decide about a call without a tool.'));
    const session = ledger.of(call);
    return session instanceof Promise
      ? session.then((entry) => run(call, tool, entry, next))
      : run(call, tool, session, next);
  };
}

/** A result that is neither an error nor questions. */
const isGood = (reply: RpcReply): boolean =>
  reply.kind === 'result' && reply.result['isError'] !== true && !asksForInput(reply);

const asksForInput = (reply: RpcReply): boolean =>
  reply.kind === 'result' && reply.result['resultType'] === 'input_required';

const isRefusal = ({ kind }: CallDecision): boolean => kind === 'deny' || kind === 'hold';

function refusalText(name: string, { exposed, resolution }: CatalogTool, { kind, rule, reason }: CallDecision): string {
  const state = kind === 'hold' ? 'held' : 'not allowed';
  const text = `'${toPrintable(name)}' was not called: it is ${state} (${rule}). ${reason}`;
  if (rule === 'variant') return `${text} Use ${VARIANTS[resolution.class]}.`;
  if (rule === 'disabled') return `${text} A person can enable it again: ${commandFor('enable', exposed)}`;
  if (kind === 'deny' || !isReleasedByAccept(rule))
    return `${text} Do not try again unless a person has changed the policy.`;
  return `${text} A person can review and accept it: ${commandFor('accept', exposed)}`;
}

/** Names the tool only if its name is safe in a shell: a person may copy the command, and the server chose the name. */
const commandFor = (verb: 'accept' | 'enable', exposed: string): string =>
  /^[\w.-]+$/.test(exposed) ? `toolmark tools ${verb} ${exposed}` : COMMANDS_WITHOUT_NAME[verb];

const COMMANDS_WITHOUT_NAME = { accept: 'toolmark tools --held', enable: 'toolmark tools curations' } as const;

export interface LimitCallsDeps {
  readonly limits: Limits;
  /** A call that returns with a known approval state was counted when its question was asked. */
  readonly approvals: Pick<RunningApprovals, 'knows'>;
}

/** Counts calls, and denies those beyond a limit. A call that continues after questions was counted when it began. */
export function limitCalls({ limits, approvals }: LimitCallsDeps): Step {
  return function limitCalls(call, next) {
    if (call.isContinued || limits.isEmpty) return next();
    // A client can invent a state, so only a known one counts.
    if (isApprovalState(call.params['requestState']) && approvals.knows(call)) return next();
    const { weighed, caller } = call;
    if (weighed === undefined) return Promise.reject(new Error('A call was to be counted before the policy decided.'));
    const denied = limits.take(weighed.facts, { session: weighed.session.key, principal: caller.principal });
    if (denied === undefined) return next();
    call.decision = denied;
    call.status = 'denied';
    return Promise.resolve(refusal(`'${call.name}' was not called (${denied.rule}). ${denied.reason}`));
  };
}

export interface AskPersonDeps {
  readonly approvals: Pick<RunningApprovals, 'granted' | 'ask' | 'grantHolders' | 'keepGrants'>;
}

/** Asks a person before a call continues, if the policy requires that. */
export function askPerson({ approvals }: AskPersonDeps): Step {
  const ask = async (call: Call, next: () => Promise<RpcReply>): Promise<RpcReply> => {
    if (call.decision === undefined) throw new Error('The policy has not decided about this call.');
    const outcome = await approvals.ask(call, call.decision);
    call.approval = outcome.approval;
    if (outcome.kind === 'approved') return next();
    if (outcome.kind === 'refused' && outcome.status !== 'cancelled') call.status = outcome.status;
    return outcome.reply;
  };
  const pass = (call: Call, next: () => Promise<RpcReply>): Promise<RpcReply> => {
    if (approvals.grantHolders.size > 0) approvals.keepGrants(call);
    return next();
  };
  return function askPerson(call, next) {
    const { decision } = call;
    // The state is the server's, even if it looks like ours: the server may be a gateway too.
    if (call.isContinued) return pass(call, next);
    // An answer to the gateway is handled whatever the policy decides now: it may be a denial, and must not reach the server.
    if (isApprovalState(call.params['requestState'])) return ask(call, next);
    if (decision === undefined) return Promise.reject(new Error('The policy has not decided about this call.'));
    if (decision.kind !== 'ask') return pass(call, next);
    const granted = approvals.granted(call, decision);
    if (granted === undefined) return ask(call, next);
    call.decision = granted.decision;
    call.approval = granted.approval;
    return next();
  };
}

export interface RecheckToolDeps {
  readonly policy: Current<Policy>;
  readonly policyTools: PolicyTools;
  /** The tool of this name that the caller is offered now, if any. */
  readonly toolFor: ToolFor;
}

/**
 * Refuses a call if its tool or the policy changed while it waited. A person may take minutes to answer. Meanwhile the server may change
 * the tool, the policy may become stricter, and the session may take a risk that adds to this call. The approval does not cover that.
 */
export function recheckTool({ toolFor, policy, policyTools }: RecheckToolDeps): Step {
  const refuse = (call: Call, why: string): Promise<RpcReply> => {
    call.status = 'denied';
    return Promise.resolve(refusal(`'${toPrintable(call.name)}' was not called: ${why}`));
  };
  return function recheckTool(call, next) {
    const { weighed, tool, approval } = call;
    if (weighed === undefined || tool === undefined)
      return Promise.reject(new Error('The policy has not decided about this call.'));
    const { session, facts } = weighed;
    const now = toolFor(call.name, call.caller);
    if (now === undefined) return refuse(call, 'while it waited, its server removed it.');
    const subject = policyTools.of(now);
    const isSamePolicy = policy.value === weighed.policy;
    if (approval === undefined && isSamePolicy && subject === facts.tool) return next();
    const fresh = { ...facts, tool: subject, session: session.facts() };
    const decision = policy.value.decide(fresh);
    if (decision.kind === 'deny' || decision.kind === 'hold') {
      call.decision = decision;
      return refuse(call, `it would be refused now (${decision.rule}). ${decision.reason}`);
    }
    const isCoveredByApproval =
      approval !== undefined &&
      isSamePolicy &&
      decision.rule === call.decision?.rule &&
      hintsKey(now) === hintsKey(tool);
    // A call that continues after questions was sent already, so asking again would come too late.
    if (decision.kind === 'ask' && !isCoveredByApproval && !call.isContinued)
      return refuse(call, 'it changed while it waited, so a person has to be asked again. Call it again.');
    // Caching and retries use the current hints.
    call.tool = now;
    call.weighed = { session, facts: fresh, policy: policy.value };
    return next();
  };
}

/** Whether a call that was allowed before would still be allowed. */
export const createRecheck =
  ({ policy, policyTools, toolFor }: RecheckToolDeps): ((call: Call) => boolean) =>
  (call) => {
    const { weighed, tool, approval } = call;
    const now = toolFor(call.name, call.caller);
    if (now === undefined || weighed === undefined || tool === undefined) return false;
    const { facts } = weighed;
    const subject = policyTools.of(now);
    if (policy.value === weighed.policy && subject === facts.tool) return true;
    const { kind, rule } = policy.value.decide({ ...facts, tool: subject });
    const isApproved = kind === 'ask' && approval !== undefined && rule === call.decision?.rule;
    return hintsKey(now) === hintsKey(tool) && (kind === 'allow' || isApproved);
  };
