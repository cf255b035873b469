import type { CallDecision } from '@toolmark/api-contract';
import type { CatalogTool } from '../../catalog/catalog.ts';
import type { PolicyCall } from '../../policy/facts.ts';
import type { Policy } from '../../policy/policy.ts';
import { isReleasedByAccept } from '../../policy/released-by-accept.ts';
import type { RpcReply } from '../../rpc.ts';
import { clientOf } from '../../sessions/identity.ts';
import type { SessionEntry, SessionLedger } from '../../sessions/ledger.ts';
import type { Call } from '../call.ts';
import type { Step } from '../compose.ts';
import type { Continuations } from '../continuations.ts';
import { refusal } from '../refusal.ts';
import type { Subjects } from '../subjects.ts';

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
    call.onLeave = () => session.leaves(tool);
    const reply = await next();
    // What was read before and is answered again has been read by this session too.
    const isAnswered = call.attempts > 0 || call.isCached;
    if (isAnswered && reply.kind === 'result' && reply.result['isError'] !== true) session.succeeded(tool);
    // Our own questions are put before the call leaves.
    if (call.attempts > 0) continuations.remember(call, reply);
    return reply;
  };
  const run = (call: Call, tool: CatalogTool, session: SessionEntry, next: () => Promise<RpcReply>) => {
    call.sessionKey = session.key;
    call.facts = factsOf(call, tool, session);
    call.decision = decide(call, call.facts);
    if (!isRefusal(call.decision)) return goOn(call, tool, session, next);
    call.verdict = 'denied';
    return Promise.resolve(refusal(textOf(call.name, tool, call.decision)));
  };
  return function decideCall(call, next) {
    const { tool } = call;
    if (tool === undefined) return next();
    const session = ledger.of(call);
    return session instanceof Promise
      ? session.then((entry) => run(call, tool, entry, next))
      : run(call, tool, session, next);
  };
}

const isRefusal = ({ kind }: CallDecision): boolean => kind === 'deny' || kind === 'hold';

function textOf(name: string, { exposed }: CatalogTool, { kind, rule, reason }: CallDecision): string {
  const what = `'${name}' was not called: it is ${kind === 'hold' ? 'held' : 'not allowed'} (${rule}). ${reason}`;
  // It says itself how it can be called.
  if (rule === 'variant') return what;
  // Somebody may copy it into a shell, and a server has a say in the name.
  if (kind === 'hold' && isReleasedByAccept(rule) && /^[\w.-]+$/.test(exposed))
    return `${what} A person can look at it and let it pass: toolmark tools accept ${exposed}`;
  return `${what} Do not try again unless a person has changed the policy.`;
}
