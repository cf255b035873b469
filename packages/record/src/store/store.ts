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

/**
 * The store of the record. Every engine passes the same contract (`store/contract`). RejectedLines only if the engine is
 * broken.
 */
export interface Store extends StoreWriter, StoreReader {
  readonly close: () => Promise<void>;
}

/** One writer per gateway; several gateways may write to the same store. */
export interface StoreWriter {
  /**
   * Applies entries in order, in one transaction. `until` is the journal position of `instance`, stored in the same
   * transaction, so that a crash neither repeats nor skips entries. `isDurable`: on disk, not only with the operating
   * system, when it resolves.
   */
  readonly apply: (entries: readonly Entry[], options: ApplyOptions) => Promise<EventBatch | undefined>;
  /** Ended calls whose tokens are not counted yet, oldest first. */
  readonly undigested: (limit: number) => Promise<readonly Undigested[]>;
  /** Stores token counts, adds them to sessions and totals, and indexes the words, in one transaction. */
  readonly digest: (digests: readonly Digest[]) => Promise<EventBatch | undefined>;

  readonly register: (instance: NewInstance) => Promise<Instance>;
  readonly beat: (instance: string, at: number) => Promise<void>;
  readonly instances: () => Promise<readonly Instance[]>;
  /**
   * Cleans up after a dead instance: marks its running calls `interrupted`, its open requests `expired`, closes its
   * sessions with `reason`, and removes it.
   */
  readonly removeInstance: (
    instance: string,
    at: number,
    reason: 'stopped' | 'interrupted',
  ) => Promise<EventBatch | undefined>;

  /** Deletes a bounded part of what exceeds the limits, oldest first, and returns whether there is more. */
  readonly retain: (limits: RetentionLimits, now: number) => Promise<Retained>;
  /** Periodic engine maintenance: checkpoints, statistics. */
  readonly maintain: () => Promise<void>;
  /** RejectedLines if the file was moved, deleted or replaced, so that others would not find new data. */
  readonly verify: () => Promise<void>;
}

export interface StoreReader {
  readonly calls: (filter: CallFilter, page: Page) => Promise<ToolCallList>;
  readonly call: (id: string) => Promise<ToolCallDetail | undefined>;
  /** The calls after a position, oldest first, with bodies on request, in chunks for exports. */
  readonly export: (filter: CallFilter, options: ExportOptions) => Promise<ExportPiece>;
  readonly sessions: (filter: SessionFilter, page: Page) => Promise<SessionList>;
  readonly session: (id: string) => Promise<Session | undefined>;
  /** Approval requests, newest first. Only their gateway knows which ones can still be answered. */
  readonly approvals: (filter: ApprovalFilter, page: Page) => Promise<ApprovalList>;
  readonly approval: (id: string) => Promise<Approval | undefined>;
  readonly stats: (query: StatsQuery) => Promise<Stats>;
  /** Usage by server and tool. Calls of unknown tools are excluded. */
  readonly usage: (query: UsageQuery) => Promise<UsageReport>;
  /** Every version of a tool, newest first. */
  readonly versions: (server: string, tool: string) => Promise<readonly ToolVersion[]>;
  /** Batches after a given one, oldest first; `undefined` if some of them are deleted. */
  readonly eventsAfter: (batch: number, limit: number) => Promise<readonly EventBatch[] | undefined>;
  /** The newest batch; 0 if there is none. */
  readonly lastEvent: () => Promise<number>;
  readonly size: () => Promise<StoreSize>;
}

export interface ApplyOptions {
  readonly instance: string;
  /** `undefined` if the entries do not come from a journal. */
  readonly until: JournalPosition | undefined;
  readonly isDurable: boolean;
}

/** A position in the files of an instance's journal. */
export interface JournalPosition {
  readonly file: number;
  readonly offset: number;
}

/** The events of one transaction, in order. An event's id is `<batch>-<index>`. */
export interface EventBatch {
  readonly batch: number;
  /** The JSON for listeners. */
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
  /** The searchable words. */
  readonly words: string;
}

interface NewInstance {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly at: number;
}

export interface Instance extends NewInstance {
  /** A small number unique among live instances. */
  readonly slot: number;
  readonly seenAt: number;
  readonly journal: JournalPosition;
}

export interface RetentionLimits {
  readonly sessions: number;
  readonly days: number;
  readonly bytes: number;
  /** How many event batches are kept for reconnecting listeners. */
  readonly events: number;
}

export interface Retained {
  readonly sessions: number;
  readonly calls: number;
  readonly hasMore: boolean;
}

export interface CallFilter {
  readonly sessionId?: string;
  /** Each list matches any of its values. */
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly statuses?: readonly CallStatusName[];
  readonly classes?: readonly ToolClassName[];
  readonly decisions?: readonly DecisionKind[];
  /** In milliseconds since 1970: started at or after. */
  readonly from?: number;
  /** Started before. */
  readonly to?: number;
  /** Words that must all occur in arguments or result; `parseSearch` syntax. Invalid queries are rejected. */
  readonly q?: string;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Continues after a page, whatever was recorded meanwhile; excludes an offset. */
  readonly cursor?: string;
}

export interface ExportOptions {
  /** The last returned position. */
  readonly after: number | undefined;
  readonly limit: number;
  readonly withBodies: boolean;
}

export interface ExportPiece {
  readonly calls: readonly (ToolCall | ToolCallDetail)[];
  /** For the next chunk; `undefined` at the end. */
  readonly next: number | undefined;
}

export interface SessionFilter {
  readonly status?: Session['status'];
  readonly clientName?: string;
  readonly from?: number;
  readonly to?: number;
  /** Without those that ended before they called a tool: a client that only checked its connection leaves one. */
  readonly isUsed?: boolean;
}

export interface ApprovalFilter {
  /** Any of these. */
  readonly statuses?: readonly ApprovalStatusName[];
  /** Requested at or after, and before. */
  readonly from?: number;
  readonly to?: number;
}

export interface StatsQuery {
  readonly from: number;
  readonly to: number;
  /** The most time slices; each is a whole number of hours. */
  readonly buckets: number;
  /** The number of tools in each list. */
  readonly tools: number;
}

/** A time range, widened to whole hours. */
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
