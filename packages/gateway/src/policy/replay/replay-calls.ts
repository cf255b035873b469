import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision, PolicyChange, PolicyTally, ToolCallDetail } from '@toolmark/api-contract';
import type { CacheConfig, PolicyConfig } from '@toolmark/config';
import { NEW_SESSION, type PolicyTool, type RiskName, type SessionFacts } from '../../model/policy-call.ts';
import { risksOf } from '../../sessions/session-ledger.ts';
import { createPolicy } from '../create-policy.ts';
import { createMatcher } from '../match/matcher.ts';
import { type CallOfTool, createRecordedTools, hasTool } from './recorded-tool.ts';
import { createRecordedVerdicts } from './recorded-verdict.ts';
import { createSimulatedCache } from './simulated-cache.ts';

/** The decisions of a policy about recorded calls. Add the calls in the order in which they began. */
export interface Replay {
  readonly add: (call: ToolCallDetail) => void;
  readonly outcome: () => ReplayOutcome;
}

interface ReplayOutcome {
  readonly calls: number;
  readonly skipped: number;
  readonly recorded: PolicyTally;
  readonly replayed: PolicyTally;
  readonly promptsSaved: number;
  readonly changes: readonly PolicyChange[];
}

const SHOWN_CHANGES = 100;
/** Bounds memory: tool names in the record can be invented by clients. */
const MAX_CHANGES = 10_000;

type Tally = { -readonly [Key in keyof PolicyTally]: PolicyTally[Key] };
type Risks = Record<RiskName, boolean>;

export function createReplay(config: PolicyConfig, cacheOf: (server: string) => CacheConfig | undefined): Replay {
  const policy = createPolicy(config);
  const verdicts = createRecordedVerdicts(config);
  const toolOf = createRecordedTools(verdicts.isAccepted);
  const cache = createSimulatedCache(cacheOf);
  const argumentRules = config.rules
    .filter((rule) => rule.arguments !== undefined)
    .map((rule) => createMatcher(rule, 'strict'));
  const sessions = new Map<string, { readonly risk: Risks; calls: number }>();
  const changes = new Map<string, { -readonly [Key in keyof PolicyChange]: PolicyChange[Key] }>();
  const recorded = noCalls();
  const replayed = noCalls();
  let calls = 0;
  let skipped = 0;

  const sessionOf = (id: string) => {
    const known = sessions.get(id) ?? { risk: { ...NEW_SESSION.risk }, calls: 0 };
    sessions.set(id, known);
    return known;
  };
  /** Whether a rule needs arguments that the record has only cut or redacted. */
  const lacksArguments = ({ arguments: given }: CallOfTool, tool: PolicyTool): boolean =>
    given !== null && (given.is_cut || given.redactions > 0) && argumentRules.some((rule) => rule.appliesTo(tool));
  const decide = (call: CallOfTool, tool: PolicyTool, session: SessionFacts): CallDecision => {
    const given = verdicts.before(call);
    if (given !== undefined) return given;
    const value = call.arguments?.value;
    const decision = policy.decide({
      tool,
      arguments: isJsonObject(value) ? value : undefined,
      caller: { principal: call.principal, client: call.client_name, mode: call.mode },
      session,
    });
    return verdicts.after(call, decision);
  };
  const note = (call: CallOfTool, decision: CallDecision): void => {
    const was = call.decision?.kind ?? 'none';
    if (was === decision.kind) return;
    const key = JSON.stringify([call.server, call.tool, was, decision.kind, decision.rule]);
    const known = changes.get(key);
    if (known !== undefined) known.calls += 1;
    else if (changes.size < MAX_CHANGES) {
      const { server, tool, id } = call;
      changes.set(key, { server, tool, was, is: decision.kind, rule: decision.rule, calls: 1, call_id: id });
    }
  };

  return {
    add: (call) => {
      calls += 1;
      if (call.decision !== null) recorded[call.decision.kind] += 1;
      if (call.cached) recorded.cached += 1;
      if (!hasTool(call)) {
        skipped += 1;
        return;
      }
      const tool = toolOf(call);
      const session = sessionOf(call.session_id);
      if (lacksArguments(call, tool)) {
        skipped += 1;
        // The call was made, so it may have invalidated cached answers.
        if (wasMade(call)) cache.add(call);
      } else {
        const decision = decide(call, tool, { risk: { ...session.risk }, calls: session.calls });
        replayed[decision.kind] += 1;
        // A call that was approved then would be approved again.
        const passes = decision.kind === 'allow' || (decision.kind === 'ask' && wasMade(call));
        if (passes && cache.add(call)) replayed.cached += 1;
        note(call, decision);
      }
      addToSession(session, call, tool);
    },
    outcome: () => ({
      calls,
      skipped,
      recorded,
      replayed,
      promptsSaved: replayed.allow,
      changes: [...changes.values()].toSorted((a, b) => b.calls - a.calls).slice(0, SHOWN_CHANGES),
    }),
  };
}

const wasMade = ({ attempts, cached }: CallOfTool): boolean => attempts !== 0 || cached;

const noCalls = (): Tally => ({ allow: 0, ask: 0, deny: 0, hold: 0, cached: 0 });

/** Adds a recorded call to its session. It counts as it was made, whatever the replayed policy decides: later calls are recorded facts. */
function addToSession(session: { readonly risk: Risks; calls: number }, call: CallOfTool, tool: PolicyTool): void {
  if (call.attempts === 0) return;
  session.calls += 1;
  for (const name of risksOf(tool, 'leaving')) session.risk[name] = true;
  if (call.status === 'ok') for (const name of risksOf(tool, 'ok')) session.risk[name] = true;
}
