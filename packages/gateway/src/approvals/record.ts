import type { HintName, ToolClass } from '@toolmark/annotations';
import type { ApprovalAnswer, ApprovalStatusName, CallBody, CallMode, ToolHint } from '@toolmark/api-contract';

/** Told of every question to a person, and of how each ended; each of them once, in this order. */
export interface ApprovalRecord {
  readonly asked: (question: RecordedQuestion) => void;
  readonly resolved: (end: RecordedAnswer) => void;
}

/** What was asked, as it is remembered. Secrets are out of it. */
export interface RecordedQuestion {
  readonly id: string;
  /** The call that asks, by number and by id. */
  readonly callSeq: number;
  readonly callId: string;
  /** `null` where calls are not recorded. */
  readonly session: string | null;
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClass;
  /** As they counted when it was asked. */
  readonly effective: Readonly<Record<HintName, ToolHint>>;
  readonly rule: string;
  readonly reason: string;
  /** Of server, tool and arguments: what an answer is bound to. */
  readonly digest: string;
  /** `null` where there were none. */
  readonly arguments: CallBody | null;
  readonly client: string | null;
  readonly principal: string;
  readonly mode: CallMode;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
}

/** How a question ended. */
export interface RecordedAnswer {
  readonly id: string;
  readonly status: Exclude<ApprovalStatusName, 'pending'>;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** `null` where nobody gave one. */
  readonly answer: ApprovalAnswer | null;
}
