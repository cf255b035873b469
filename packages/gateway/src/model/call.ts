import type { CallDecision } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { AttemptFailure, Begin, RoundEntry } from '@toolmark/record';
import type { Caller } from './caller.ts';
import type { CatalogTool } from './catalog.ts';
import type { Policy } from './policy.ts';
import type { PolicyCall, SessionFacts } from './policy-call.ts';

/** One call of a tool, from the moment it arrived to its reply. The steps fill it in as they go. */
export interface Call {
  readonly id: string;
  /** The same as a number, in order of their beginning. */
  readonly seq: number;
  /** The tool as the client calls it. */
  readonly name: string;
  /** Of the request, as they came; the tool's own are in `arguments`. */
  readonly params: JsonObject;
  readonly arguments: JsonObject | undefined;
  readonly caller: Caller;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** What is called: its server, definition and effective hints. There from the step that finds it. */
  tool: CatalogTool | undefined;
  /** Set by the recorder: of a call that goes on after questions, the record of the call it goes on with. */
  record: CallRecord | undefined;
  /** Its session, recorded or not. Set with `weighed`. */
  session: CallSession | undefined;
  /** What the policy was asked. Set by the step that asks it. */
  weighed: WeighedCall | undefined;
  /** What the policy said; there from the step that asks it. */
  decision: CallDecision | undefined;
  /** The approval that it waited for, or passes by. */
  approval: string | undefined;
  /** Let through before, and goes on after questions of its server: it is neither decided about nor asked for again. */
  isContinued: boolean;
  /** How old the answer from the cache was, in milliseconds; `undefined` where its server was asked. */
  cachedAgeMs: number | undefined;
  /** How often it was handed to its server; where that was away, it did not get there. */
  attempts: number;
  /** The attempts that failed and were followed by another. */
  readonly failures: AttemptFailure[];
  /** Set early by a step that knows better than the reply does. */
  status: CallStatus;
}

/** `waiting`: it was answered with questions, and the client is expected back with the answers. */
export type CallStatus = 'running' | 'ok' | 'error' | 'denied' | 'expired' | 'cancelled' | 'waiting';

/** What the recorder keeps of a call, over all its rounds. */
export interface CallRecord {
  /** As it began; a call that goes on after questions has those of its first request. */
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly tool: CatalogTool | undefined;
  /** What is written of that, once it has to be: most reads are over by then, and all of it is made at once. */
  begin: Begin | undefined;
  /** Its later rounds, kept for the same reason as `begin`: both are written again after the journal has lost them. */
  rounds: readonly RoundEntry[];
  /** Whether `begin` and `rounds` are in the journal. */
  isWritten: boolean;
  /** Whether its beginning may wait for the next tick. */
  isDeferred: boolean;
  /** Its index among those under way. */
  place: number;
  /** How often it was sent. */
  attempts: number;
  failures: readonly AttemptFailure[];
  /** What was decided last, and the approval that this needed. */
  decision: CallDecision | null;
  approval: string | null;
}

/** The session of a call, for those who decide about the next one. */
export interface CallSession {
  /** Two calls are of one session exactly if this is the same. */
  readonly key: string;
  /** What it has done by now. */
  readonly facts: () => SessionFacts;
  /** A call leaves for its server. */
  readonly leaves: (tool: CatalogTool) => void;
  /** Its answer is there; `isGood` unless it failed, or has questions first. */
  readonly answered: (tool: CatalogTool, isGood: boolean) => void;
}

/** What was weighed, and the policy that weighed it. */
interface WeighedCall {
  readonly facts: PolicyCall;
  readonly policy: Policy;
}

export function createCall(
  start: Pick<Call, 'id' | 'seq' | 'name' | 'params' | 'arguments' | 'caller' | 'startedAt'>,
): Call {
  return {
    id: start.id,
    seq: start.seq,
    name: start.name,
    params: start.params,
    arguments: start.arguments,
    caller: start.caller,
    startedAt: start.startedAt,
    tool: undefined,
    record: undefined,
    session: undefined,
    weighed: undefined,
    decision: undefined,
    approval: undefined,
    isContinued: false,
    cachedAgeMs: undefined,
    attempts: 0,
    failures: [],
    status: 'running',
  };
}
