import type { Resolution, ToolClass } from '@toolmark/annotations';
import type { CallMode, SessionRisk } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';

/** Everything that is weighed about a call. Whatever is not in here has no part in the decision. */
export interface PolicyCall {
  readonly tool: PolicyTool;
  /** As they came; `undefined` where there were none. */
  readonly arguments: JsonObject | undefined;
  readonly caller: PolicyCaller;
  readonly session: SessionFacts;
}

export interface PolicyTool {
  readonly server: string;
  /** As its server calls it. */
  readonly name: string;
  readonly resolution: Resolution;
  readonly standing: ToolStanding;
  /** A person has switched it off. */
  readonly isDisabled?: boolean;
}

/** What a person should have looked at before the tool is called. */
export interface ToolStanding {
  /** Why it is held, in a sentence each; empty for nearly every tool. */
  readonly holds: readonly Hold[];
  /** A person has seen this very definition and lets it be called: contradictions in it hold it no more. */
  readonly isAccepted: boolean;
}

export interface Hold {
  /**
   * `relaxed`: its hints allow more than when it was seen first. `changed`: its words or schemas are others, on a server that is
   * set to strict. `new`: it appeared on such a server later than the others. `check`: something in its definition looks wrong.
   */
  readonly kind: 'relaxed' | 'changed' | 'new' | 'check';
  readonly reason: string;
}

export const GOOD_STANDING: ToolStanding = Object.freeze({ holds: [], isAccepted: false });

export interface PolicyCaller {
  /** Whom the front let in: the name of a token. */
  readonly principal: string;
  /** What the client says it is called. */
  readonly client: string | null;
  readonly mode: CallMode;
  /** The most that whoever calls may do; `undefined` for no limit. */
  readonly ceiling?: ToolClass | undefined;
  /** The class for which the call was made, where a client chose one: `call_tool_read` and its siblings. */
  readonly variant?: ToolClass | undefined;
}

/** What happened in the session before. */
export interface SessionFacts {
  /** The things that are dangerous together, and that the session has done. */
  readonly risk: Readonly<Record<keyof SessionRisk, boolean>>;
  /** Calls so far. */
  readonly calls: number;
}

export const NEW_SESSION: SessionFacts = Object.freeze({
  risk: Object.freeze({ private_data_read: false, untrusted_content_seen: false, open_world_write: false }),
  calls: 0,
});
