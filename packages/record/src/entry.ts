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
 * What is remembered, one line of the journal each, in the order in which it happened. Whoever applies them in order arrives at
 * the same record, however often a part is applied again.
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

/** A tool as it was when it was first called or seen so: what its calls refer to. */
export interface VersionEntry {
  readonly kind: 'version';
  /** A digest of everything else in here but `at`. */
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly class: ToolClassName;
  readonly effective: Readonly<Record<HintKey, ToolHint>>;
  /** As its server sent it, annotations included. */
  readonly definition: JsonObject;
  /** The fingerprint of the definition. */
  readonly hints: string;
  readonly prose: string;
  readonly at: number;
}

/** A session began, or is there again: an id that is known is opened anew. */
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
  /** Says when it began, and which came first: see `record/sequence.ts`. */
  readonly seq: number;
  readonly id: string;
  readonly session: string;
  /** Of the tool; `null` where there is no such tool. */
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
  /** What left besides the arguments: other members of `params`, and under `HTTP headers` those. Left out where nothing did. */
  readonly others?: Body;
  /** Of everything that left, where not all of it is here as it was: see `record/digest`. */
  readonly digest?: string;
  readonly summary: string;
  /** Risks that the session runs from the moment the call leaves. */
  readonly legs: readonly RiskLeg[];
}

/** As it is written: of arguments that are there and short, the summary is made by who reads it. */
export interface Begin extends Omit<BeginEntry, 'summary'> {
  readonly summary: string | undefined;
}

/**
 * A later round of a call whose server asked for input: the call was sent again with answers, or the answers alone were. The arguments
 * are those of the beginning.
 */
export interface RoundEntry {
  readonly kind: 'round';
  /** Of its call. */
  readonly seq: number;
  /** From 1, in the order in which they left. */
  readonly round: number;
  readonly at: number;
  /** As in the beginning: the answers are its `inputResponses`. */
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
  /** The attempts that failed and were followed by another. */
  readonly failures: readonly AttemptFailure[];
  readonly result: Body | null;
  /** Risks that the session runs now that it has the result. */
  readonly legs: readonly RiskLeg[];
}

export type RiskLeg = keyof SessionRisk;

/** A person was asked about a call. */
export interface ApprovalEntry extends Omit<RecordedQuestion, 'terms'> {
  readonly kind: 'approval';
  /** Missing in a journal that a gateway left behind before these were kept. */
  readonly terms?: QuestionTerms | undefined;
}

/** The answer, or that there will be none. */
export interface ApprovalEndEntry extends RecordedAnswer {
  readonly kind: 'approval-end';
}

/** What lists and searches sent to a session. */
export interface MenuEntry {
  readonly kind: 'menu';
  readonly session: string;
  readonly menuTokens: number;
  readonly discoveryTokens: number;
  /** What one list of every tool would have been; set once, by the first that is not 0. */
  readonly listingTokens: number;
}

/** Something that only listeners want to hear. */
interface EventEntry {
  readonly kind: 'event';
  readonly type: GatewayEvent['type'];
  readonly data: GatewayEvent['data'];
  readonly at: number;
}

/** What went in or came out of a call, ready to be stored: secrets are out, and it is no longer than it may be. */
export interface Body {
  /** JSON, or where `isCut` the beginning of it. */
  readonly text: string;
  /** How long the JSON really was, in bytes. */
  readonly bytes: number;
  readonly isCut: boolean;
  readonly redactions: number;
  /** What a model gets to read of it, for counting; only where that cannot be had from `text` any more. */
  readonly readable?: Readable;
}

/** The beginning of the text that a model reads, and how long all of it is, in characters. */
export interface Readable {
  readonly sample: string;
  readonly length: number;
}

/** An attempt that brought no result. */
export interface AttemptFailure {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly code: number;
  readonly message: string;
}
