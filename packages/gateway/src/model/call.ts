import type { CallDecision } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { AttemptFailure } from '@toolmark/record';
import type { Caller } from './caller.ts';
import type { CatalogTool } from './catalog.ts';
import type { Policy } from './policy.ts';
import type { PolicyCall, SessionFacts } from './policy-call.ts';

/** One call of a tool, from its arrival to its reply. Each mutable field is set by the step that its comment names. */
export interface Call {
  readonly id: string;
  /** The id as a number; later calls have larger ones. */
  readonly seq: number;
  /** The tool name that the client used. */
  readonly name: string;
  /** The params of the request as they arrived; the tool's own are in `arguments`. */
  readonly params: JsonObject;
  readonly arguments: JsonObject | undefined;
  readonly caller: Caller;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** The tool with its server, definition and effective hints. Set by `find-tool`, and by `recheck-tool` if it changed. */
  tool: CatalogTool | undefined;
  /** Its key in the record; a call that continues after questions has the key of its first request. Set by the recorder. */
  record: RecordKey | undefined;
  /** The session, the facts that the policy decided about, and that policy. Set by `decide-call`. */
  weighed: WeighedCall | undefined;
  /** The decision of the policy. Set by `decide-call`; replaced by a limit, a grant, or a stricter second decision. */
  decision: CallDecision | undefined;
  /** The approval that it waited for, or that lets it pass. Set by `ask-person`. */
  approval: string | undefined;
  /** It was allowed before and continues after questions of its server, so it is not decided or asked about again. */
  isContinued: boolean;
  /** Age of the cached answer in milliseconds; `undefined` if the server answered. Set by `answer-from-cache`. */
  cachedAgeMs: number | undefined;
  /** How often it was passed to its server, whether or not the server was connected. Counted by `dispatch`. */
  attempts: number;
  /** The failed attempts that were followed by another. Added by `retry-call`. */
  readonly failures: AttemptFailure[];
  /** Set early by a step that refuses the call; otherwise by `finish-call`, from the reply. */
  status: CallStatus;
}

/** `waiting`: the reply was questions, and the client is expected to return with the answers. */
export type CallStatus = 'running' | 'ok' | 'error' | 'denied' | 'expired' | 'cancelled' | 'waiting';

/** The ids under which a call is recorded. */
interface RecordKey {
  readonly id: string;
  readonly session: string;
}

/** The session of a call, as far as it matters for the decision about its next call. */
export interface CallSession {
  /** The same for all calls of a session, and for no others. */
  readonly key: string;
  /** What the session has done so far. */
  readonly facts: () => SessionFacts;
  /** A call leaves for its server. */
  readonly countCall: (tool: CatalogTool) => void;
  /** The call has its answer; `isGood` unless it failed, or the answer is questions. */
  readonly countAnswer: (tool: CatalogTool, isGood: boolean) => void;
}

interface WeighedCall {
  readonly session: CallSession;
  readonly facts: PolicyCall;
  readonly policy: Policy;
}
