import type { CallDecision } from '@toolmark/api-contract';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { AttemptFailure } from '@toolmark/record';
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
  /** What the recorder keeps of it while it is under way: found faster here than in a map. */
  running: object | undefined;
  /** The session it belongs to; there once it was recorded. */
  session: string | undefined;
  /** The id under which it is recorded: of one that goes on after questions, that of the call it goes on with. */
  recordedId: string | undefined;
  /** Tells the session apart whether calls are recorded or not; there from the step that asks the policy. */
  sessionKey: string | undefined;
  /** What the policy weighed; there from the step that asks it. */
  facts: PolicyCall | undefined;
  /** The policy that was asked; there from the step that does. */
  policy: Policy | undefined;
  /** What the session has done by now. */
  sessionFacts: (() => SessionFacts) | undefined;
  /** What the policy said; there from the step that asks it. */
  decision: CallDecision | undefined;
  /** The approval that it waited for, or passes by. */
  approval: string | undefined;
  /** Answered by what was kept from an earlier call. */
  isCached: boolean;
  /** Told when it leaves for its server. */
  onLeave: (() => void) | undefined;
  /** What is sent to the server: `params`, without what was an answer to us. */
  outgoing: JsonObject;
  /** Let through before, and goes on after questions of its server: it is neither decided about nor asked for again. */
  isContinued: boolean;
  /** How often it was handed to its server; where that was away, it did not get there. */
  attempts: number;
  /** The attempts that failed and were followed by another. */
  readonly failures: AttemptFailure[];
  /** How it ended, where a step knows better than the reply does. */
  verdict: 'denied' | 'expired' | undefined;
  status: CallStatus;
  /** There at the end. */
  reply: RpcReply | undefined;
  /** The reply before it was made complete for the caller's era. */
  given: RpcReply | undefined;
  /** The JSON of the result in that, where it was recorded as it is: nobody has to write it again. */
  givenText: string | undefined;
  /** How long the JSON of what came back is; there once it was recorded. */
  resultBytes: number | undefined;
}

/** `waiting`: it was answered with questions, and the client is expected back with the answers. */
export type CallStatus = 'running' | 'ok' | 'error' | 'denied' | 'expired' | 'cancelled' | 'waiting';

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
    session: undefined,
    running: undefined,
    recordedId: undefined,
    sessionKey: undefined,
    facts: undefined,
    policy: undefined,
    sessionFacts: undefined,
    decision: undefined,
    approval: undefined,
    isCached: false,
    isContinued: false,
    onLeave: undefined,
    outgoing: start.params,
    attempts: 0,
    failures: [],
    verdict: undefined,
    status: 'running',
    reply: undefined,
    given: undefined,
    givenText: undefined,
    resultBytes: undefined,
  };
}
