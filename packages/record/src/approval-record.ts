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
import type { SentSummary } from './without-text.ts';

/** Told of every question to a person, and of how each ended; each of them once, in this order. */
export interface ApprovalRecord {
  readonly asked: (question: RecordedQuestion) => void;
  /**
   * Of an approval it resolves when that is on disk, so that nothing leaves by it which nobody can look up, or with a sentence why it
   * cannot be. For any other end there is nothing to wait for. Never rejects.
   */
  readonly resolved: (end: RecordedAnswer) => Promise<Result<undefined, string>>;
}

/** How a question may be answered, and for how long. */
export interface QuestionTerms extends AskTerms {
  readonly remember: readonly Remember[];
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
  /** As text, which takes less room than what it says; `null` where there were none. */
  readonly arguments: Body | null;
  /** What leaves besides them: other members of `params`, and HTTP headers. `null` where nothing does. */
  readonly others: Body | null;
  /** Of everything that leaves. */
  readonly sent: SentSummary;
  readonly client: string | null;
  readonly principal: string;
  readonly mode: CallMode;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
  /** How it may be answered. */
  readonly terms: QuestionTerms;
  /** Whether the call waits for the answer. A client that was asked by a reply to it comes back with another one. */
  readonly waits: boolean;
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
