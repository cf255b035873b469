import type {
  Approval,
  ApprovalList,
  ApprovalStatusName,
  CallStatusName,
  DecisionKind,
  Session,
  SessionList,
  Stats,
  ToolCall,
  ToolCallDetail,
  ToolCallList,
  ToolClassName,
  UsageReport,
} from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { Body, Entry } from '../entry.ts';

/** Where the record is kept. Every engine passes the same contract (`store/contract`). Rejects only when the engine is broken. */
export interface Store extends StoreWriter, StoreReader {
  readonly close: () => Promise<void>;
}

/** One writer per gateway; several gateways may write to the same store. */
export interface StoreWriter {
  /**
   * Applies entries in order, in one transaction. `until` is where the journal of `instance` was read to; it is kept with them, so
   * that after a crash nothing is applied twice and nothing left out. `isDurable`: on disk and not only with the operating
   * system when it resolves.
   */
  readonly apply: (entries: readonly Entry[], options: ApplyOptions) => Promise<EventBatch | undefined>;
  /** Calls that ended and whose tokens are not counted yet, oldest first. */
  readonly undigested: (limit: number) => Promise<readonly Undigested[]>;
  /** Takes up what was counted, adds it to sessions and totals, and makes the words findable; one transaction. */
  readonly digest: (digests: readonly Digest[]) => Promise<EventBatch | undefined>;

  readonly register: (instance: NewInstance) => Promise<Instance>;
  readonly beat: (instance: string, at: number) => Promise<void>;
  readonly instances: () => Promise<readonly Instance[]>;
  /**
   * An instance is gone: its calls that never ended are `interrupted`, what it asked people has `expired`, its sessions are closed, and
   * it is forgotten. `reason` is why its sessions ended.
   */
  readonly bury: (instance: string, at: number, reason: 'stopped' | 'interrupted') => Promise<EventBatch | undefined>;

  /** Deletes the oldest of what exceeds the limits, a bounded piece of it, and says whether there is more. */
  readonly retain: (limits: RetentionLimits, now: number) => Promise<Retained>;
  /** Work that an engine likes to do now and then: checkpoints, statistics. */
  readonly maintain: () => Promise<void>;
  /** Rejects where others do not find any more what is written here: a file that was moved away, deleted or replaced. */
  readonly verify: () => Promise<void>;
}

export interface StoreReader {
  readonly calls: (filter: CallFilter, page: Page) => Promise<ToolCallList>;
  readonly call: (id: string) => Promise<ToolCallDetail | undefined>;
  /** The calls after a position, oldest first, with what went in and came out where wanted: for exports, piece by piece. */
  readonly export: (filter: CallFilter, options: ExportOptions) => Promise<ExportPiece>;
  readonly sessions: (filter: SessionFilter, page: Page) => Promise<SessionList>;
  readonly session: (id: string) => Promise<Session | undefined>;
  /** Questions to people, the newest first. Which of them can be answered only their gateway knows. */
  readonly approvals: (filter: ApprovalFilter, page: Page) => Promise<ApprovalList>;
  readonly approval: (id: string) => Promise<Approval | undefined>;
  readonly stats: (query: StatsQuery) => Promise<Stats>;
  /** How often each tool was called, by server and name. Calls of what no server has are left out. */
  readonly usage: (query: UsageQuery) => Promise<UsageReport>;
  /** Every form of a tool that was seen, newest first. */
  readonly versions: (server: string, tool: string) => Promise<readonly ToolVersion[]>;
  /** Batches after one, oldest first; `undefined` when that one, or one after it, is gone already. */
  readonly eventsAfter: (batch: number, limit: number) => Promise<readonly EventBatch[] | undefined>;
  /** The newest batch; 0 where there is none. */
  readonly lastEvent: () => Promise<number>;
  readonly size: () => Promise<StoreSize>;
}

export interface ApplyOptions {
  readonly instance: string;
  /** `undefined` where the entries did not come from a journal. */
  readonly until: JournalPosition | undefined;
  readonly isDurable: boolean;
}

/** The journal of an instance is a row of files; this is a place in one of them. */
export interface JournalPosition {
  readonly file: number;
  readonly offset: number;
}

/** Events of one transaction, in order. An event's id is `<batch>-<index>`. */
export interface EventBatch {
  readonly batch: number;
  /** Each as the JSON that listeners get. */
  readonly events: readonly string[];
}

export interface Undigested {
  readonly seq: number;
  readonly arguments: Body | null;
  readonly result: Body | null;
}

export interface Digest {
  readonly seq: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What should be found by searching. */
  readonly words: string;
}

interface NewInstance {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly at: number;
}

export interface Instance extends NewInstance {
  /** A small number that no other living instance has. */
  readonly slot: number;
  readonly seenAt: number;
  readonly journal: JournalPosition;
}

export interface RetentionLimits {
  readonly sessions: number;
  readonly days: number;
  readonly bytes: number;
  /** How many batches of events are kept for listeners that come back. */
  readonly events: number;
}

export interface Retained {
  readonly sessions: number;
  readonly calls: number;
  readonly hasMore: boolean;
}

export interface CallFilter {
  readonly sessionId?: string;
  /** Each of the following lists means: one of these. */
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly statuses?: readonly CallStatusName[];
  readonly classes?: readonly ToolClassName[];
  readonly decisions?: readonly DecisionKind[];
  /** In milliseconds since 1970: began at or after. */
  readonly from?: number;
  /** Began before. */
  readonly to?: number;
  /** Words that must all occur in arguments or result, as `parseSearch` reads them. Where it finds fault with them the question is rejected. */
  readonly q?: string;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Goes on where a page ended, whatever was recorded meanwhile; then there is no offset. */
  readonly cursor?: string;
}

export interface ExportOptions {
  /** The last position that was handed out. */
  readonly after: number | undefined;
  readonly limit: number;
  readonly withBodies: boolean;
}

export interface ExportPiece {
  readonly calls: readonly (ToolCall | ToolCallDetail)[];
  /** For the next piece; `undefined` at the end. */
  readonly next: number | undefined;
}

export interface SessionFilter {
  readonly status?: Session['status'];
  readonly clientName?: string;
  readonly from?: number;
  readonly to?: number;
}

export interface ApprovalFilter {
  /** One of these. */
  readonly statuses?: readonly ApprovalStatusName[];
  /** Asked then or later, and before. */
  readonly from?: number;
  readonly to?: number;
}

export interface StatsQuery {
  readonly from: number;
  readonly to: number;
  /** In how many slices the time is cut at most; each is a whole number of hours long. */
  readonly buckets: number;
  /** How many tools each list names. */
  readonly tools: number;
}

/** A time that is widened to whole hours. */
type UsageQuery = Pick<StatsQuery, 'from' | 'to'>;

export interface ToolVersion {
  readonly id: string;
  readonly definition: JsonObject;
  readonly hints: string;
  readonly prose: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

interface StoreSize {
  readonly bytes: number;
  readonly calls: number;
  readonly sessions: number;
}
