import { type CallDecision, isReleasedByAccept } from '@toolmark/api-contract';
import type { RpcReply } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Policy } from '../../model/policy.ts';
import type { PolicyCall } from '../../model/policy-call.ts';
import type { Subjects } from '../../policy/subjects.ts';
import { VARIANTS } from '../../search/find/variants.ts';
import { clientOf } from '../../sessions/identity.ts';
import type { SessionEntry, SessionLedger } from '../../sessions/session-ledger.ts';
import type { Step } from '../compose.ts';
import type { Continuations } from '../continuations.ts';
import { refusal } from '../refusal.ts';

export interface DecideCallDeps {
  /** The one that counts now. */
  readonly policy: () => Policy;
  readonly subjects: Subjects;
  readonly ledger: Pick<SessionLedger, 'of'>;
  readonly continuations: Continuations;
}

/** Asks the policy. What it refuses ends here; what it wants to be asked goes on to the step that asks. */
export function decideCall({ policy, subjects, ledger, continuations }: DecideCallDeps): Step {
  const factsOf = ({ caller, arguments: given }: Call, tool: CatalogTool, session: SessionEntry): PolicyCall => ({
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
    const decision = policy().decide(facts);
    const continued = continuations.of(call);
    if (continued === undefined || isRefusal(decision)) return decision;
    call.isContinued = true;
    call.approval = continued.approval;
    return continued.decision;
  };
  const goOn = async (call: Call, tool: CatalogTool, session: SessionEntry, next: () => Promise<RpcReply>) => {
    // Which tool it is may be seen anew before it leaves.
    call.onLeave = () => session.leaves(call.tool ?? tool);
    const reply = await next();
    // What was read before and is answered again has been read by this session too.
    if (call.attempts > 0 || call.isCached) session.answered(call.tool ?? tool, isGood(reply));
    // Our own questions are put before the call leaves.
    if (call.attempts > 0) continuations.remember(call, reply);
    return reply;
  };
  const run = (call: Call, tool: CatalogTool, session: SessionEntry, next: () => Promise<RpcReply>) => {
    call.sessionKey = session.key;
    call.facts = factsOf(call, tool, session);
    call.sessionFacts = session.facts;
    call.policy = policy();
    call.decision = decide(call, call.facts);
    if (!isRefusal(call.decision)) return goOn(call, tool, session, next);
    call.verdict = 'denied';
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
  reply.kind === 'result' && reply.result['isError'] !== true && reply.result['resultType'] !== 'input_required';

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
