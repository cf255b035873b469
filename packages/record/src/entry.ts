import type {
  CallDecision,
  CallError,
  CallMode,
  CallStatusName,
  GatewayEvent,
  HintKey,
  SessionEndReason,
  SessionRisk,
  ToolClassName,
  ToolHint,
} from '@toolmark/api-contract';
import type { Era, JsonObject } from '@toolmark/base';

import type { QuestionTerms, RecordedAnswer, RecordedQuestion } from './approval-record.ts';

/**
 * Entries of the record: one journal line each, in order. Applying them is idempotent: repeating any part gives the
 * same record.
 */
export type Entry =
  | VersionEntry
  | SessionEntry
  | SessionEndEntry
  | BeginEntry
  | RoundEntry
  | EndEntry
  | ApprovalEntry
  | ApprovalEndEntry
  | MenuEntry
  | EventEntry;

/** A tool as first called or seen in this form; its calls refer to it. */
export interface VersionEntry {
  readonly kind: 'version';
  /** A digest of all fields but `at`. */
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClassName;
  readonly effective: Readonly<Record<HintKey, ToolHint>>;
  /** The server's definition with its annotations. */
  readonly definition: JsonObject;
  /** The fingerprint of the definition's hints, apart from that of its prose. */
  readonly hints: string;
  readonly prose: string;
  readonly at: number;
}

/** A session started or resumed: a known id is reopened. */
export interface SessionEntry {
  readonly kind: 'session';
  readonly id: string;
  readonly at: number;
  readonly principal: string;
  readonly client: string | null;
  readonly clientVersion: string | null;
  readonly conversation: string | null;
  readonly era: Era | null;
  readonly mode: CallMode;
}

export interface SessionEndEntry {
  readonly kind: 'session-end';
  readonly id: string;
  readonly at: number;
  readonly reason: SessionEndReason;
}

export interface BeginEntry {
  readonly kind: 'begin';
  /** The key that holds the start time and the order: see `record/sequence.ts`. */
  readonly seq: number;
  readonly id: string;
  readonly session: string;
  /** Of the tool; `null` if the tool does not exist. */
  readonly version: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly class: ToolClassName | null;
  readonly at: number;
  readonly era: Era | null;
  readonly mode: CallMode;
  readonly client: string | null;
  readonly principal: string;
  readonly arguments: Body | null;
  /**
   * What was sent besides the arguments: other members of `params`, and HTTP headers under `HTTP headers`. Omitted if
   * nothing was.
   */
  readonly others?: Body;
  /** A digest of everything sent, if this record is not complete: see `record/digest`. */
  readonly digest?: string;
  readonly summary: string;
  /** The session's risks from the moment the call is sent. */
  readonly legs: readonly RiskLeg[];
}

/** The stored summary; the reader derives it from short, complete arguments. */
export interface Begin extends Omit<BeginEntry, 'summary'> {
  readonly summary: string | undefined;
}

/**
 * A later round of a call whose server asked for input: the call was sent again with answers, or only the answers were.
 * The arguments are those of the first round.
 */
export interface RoundEntry {
  readonly kind: 'round';
  /** Of its call. */
  readonly seq: number;
  /** From 1, in sending order. */
  readonly round: number;
  readonly at: number;
  /** As in the first round; the answers are its `inputResponses`. */
  readonly others: Body;
  readonly digest?: string;
}

export interface EndEntry {
  readonly kind: 'end';
  readonly seq: number;
  readonly status: Exclude<CallStatusName, 'running' | 'interrupted'>;
  readonly at: number;
  readonly durationMs: number;
  readonly attempts: number;
  readonly cached: boolean;
  readonly decision: CallDecision | null;
  readonly approval: string | null;
  readonly error: CallError | null;
  /** The failed attempts that were retried. */
  readonly failures: readonly AttemptFailure[];
  readonly result: Body | null;
  /** The session's risks now that it has the result. */
  readonly legs: readonly RiskLeg[];
}

export type RiskLeg = keyof SessionRisk;

/** A person was asked to approve a call. */
export interface ApprovalEntry extends Omit<RecordedQuestion, 'terms'> {
  readonly kind: 'approval';
  /** Missing in journals of older gateways. */
  readonly terms?: QuestionTerms | undefined;
}

/** The approval's answer or other end. */
export interface ApprovalEndEntry extends RecordedAnswer {
  readonly kind: 'approval-end';
}

/** The size of lists and searches sent to a session. */
export interface MenuEntry {
  readonly kind: 'menu';
  readonly session: string;
  readonly menuTokens: number;
  readonly discoveryTokens: number;
  /** The size of a full tool list; set once, by the first non-zero value. */
  readonly listingTokens: number;
}

/** An event for listeners only. */
interface EventEntry {
  readonly kind: 'event';
  readonly type: GatewayEvent['type'];
  readonly data: GatewayEvent['data'];
  readonly at: number;
}

/** The arguments or result of a call, ready for storage: redacted and within the limit. */
export interface Body {
  /** JSON, or its beginning if `isCut`. */
  readonly text: string;
  /** The full length of the JSON in bytes. */
  readonly bytes: number;
  readonly isCut: boolean;
  readonly redactions: number;
  /** The text that a model reads, for counting; only if `text` is not enough. */
  readonly readable?: Readable;
}

/** The beginning of the text that a model reads, and its full length in characters. */
export interface Readable {
  readonly sample: string;
  readonly length: number;
}

/** A failed attempt. */
export interface AttemptFailure {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly code: number;
  readonly message: string;
}
