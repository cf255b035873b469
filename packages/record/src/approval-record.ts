import type { HintName, Result, ToolClass } from '@toolmark/annotations';
import type {
  ApprovalAnswer,
  ApprovalStatusName,
  AskTerms,
  CallMode,
  Remember,
  ToolHint,
} from '@toolmark/api-contract';
import type { Body } from './entry.ts';
import type { SentSummary } from './sent-summary.ts';

/** Records every approval request and its end; each once, in this order. */
export interface ApprovalRecord {
  readonly asked: (question: RecordedQuestion) => void;
  /**
   * For an approval, resolves when it is on disk, so that no approved call is sent unrecorded, or returns an error
   * sentence. Other ends resolve at once. Never rejects.
   */
  readonly resolved: (end: RecordedAnswer) => Promise<Result<undefined, string>>;
}

/** The allowed ways to answer, and the deadline. */
export interface QuestionTerms extends AskTerms {
  readonly remember: readonly Remember[];
}

/** The request as recorded, without secrets. */
export interface RecordedQuestion {
  readonly id: string;
  /** The number and id of the call. */
  readonly callSeq: number;
  readonly callId: string;
  /** `null` if calls are not recorded. */
  readonly session: string | null;
  readonly server: string;
  /** The server's own name for the tool. */
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClass;
  /** The effective hints at the time of the request. */
  readonly effective: Readonly<Record<HintName, ToolHint>>;
  readonly rule: string;
  readonly reason: string;
  /** JSON text, which takes less memory than the value; `null` without arguments. */
  readonly arguments: Body | null;
  /** What is sent besides the arguments: other members of `params`, and HTTP headers. `null` if nothing is. */
  readonly others: Body | null;
  /** A digest of everything that is sent. */
  readonly sent: SentSummary;
  readonly client: string | null;
  readonly principal: string;
  readonly mode: CallMode;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
  /** The allowed ways to answer. */
  readonly terms: QuestionTerms;
  /**
   * Whether the call waits for the answer. If its client was asked through a reply, the client retries with another
   * call.
   */
  readonly waits: boolean;
}

/** The outcome of a request. */
export interface RecordedAnswer {
  readonly id: string;
  readonly status: Exclude<ApprovalStatusName, 'pending'>;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** `null` if no one answered. */
  readonly answer: ApprovalAnswer | null;
}
