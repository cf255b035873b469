import type { Resolution, ToolClass } from '@toolmark/annotations';
import type { CallMode, SessionRisk } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';

/** The facts about a call that the policy may use. Nothing else influences the decision. */
export interface PolicyCall {
  readonly tool: PolicyTool;
  /** As they arrived; `undefined` if the request had none. */
  readonly arguments: JsonObject | undefined;
  readonly caller: PolicyCaller;
  readonly session: SessionFacts;
}

export interface PolicyTool {
  readonly server: string;
  /** The name that its server uses. */
  readonly name: string;
  readonly resolution: Resolution;
  readonly standing: ToolStanding;
  /** A person has disabled it. */
  readonly isDisabled?: boolean;
}

/** The review status of a tool. */
export interface ToolStanding {
  /** The reasons why it is held, one sentence each; empty for nearly every tool. */
  readonly holds: readonly Hold[];
  /** A person has accepted exactly this definition: its contradictions no longer hold it. */
  readonly isAccepted: boolean;
}

export interface Hold {
  /**
   * `relaxed`: its hints allow more than when it was pinned. `changed`: its texts or schemas changed, on a strict server. `new`: it
   * was added to a strict server after the first start. `check`: a check found a problem in its definition.
   */
  readonly kind: 'relaxed' | 'changed' | 'new' | 'check';
  readonly reason: string;
}

export const GOOD_STANDING: ToolStanding = Object.freeze({ holds: [], isAccepted: false });

export interface PolicyCaller {
  /** The name of the token that authenticated the request. */
  readonly principal: string;
  /** The name that the client gives itself. */
  readonly client: string | null;
  readonly mode: CallMode;
  /** The highest class that this principal may call; `undefined` for no limit. */
  readonly ceiling?: ToolClass | undefined;
  /** The class that the client chose to call by, with `call_tool_read` and its siblings. */
  readonly variant?: ToolClass | undefined;
}

/** The history of the session before this call. */
export interface SessionFacts {
  readonly risk: Readonly<Record<RiskName, boolean>>;
  /** Number of calls before this one. */
  readonly calls: number;
}

/** The three risks of a session. Together they allow exfiltration: untrusted content can make the agent leak private data. */
export const SESSION_RISKS = ['private_data_read', 'untrusted_content_seen', 'open_world_write'] as const;

export type RiskName = keyof SessionRisk;

export const NEW_SESSION: SessionFacts = Object.freeze({
  risk: Object.freeze({ private_data_read: false, untrusted_content_seen: false, open_world_write: false }),
  calls: 0,
});
