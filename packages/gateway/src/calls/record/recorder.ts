import type { Result } from '@toolmark/annotations';
import type { GatewayEvent, RecordStatus, SessionEndReason } from '@toolmark/api-contract';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { ApprovalRecord, CallKey, EventBatch, ParamsDigest, StoreReader } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Client } from '../../sessions/identity.ts';

/**
 * Records calls, and questions to people about them; a question is in the journal before it can be answered. No method throws, or
 * waits longer than its own deadline.
 */
export interface Recorder extends ApprovalRecord {
  /** The key of the next call. */
  readonly nextKey: (now: number) => CallKey;
  /**
   * A call has found its tool. Returns `undefined` for a call that only reads. For any other, resolves when the call is on disk, or with
   * the reason why it cannot be recorded and must not leave.
   */
  readonly begin: (call: Call) => Promise<Result<undefined, string>> | undefined;
  /**
   * A call in progress is about to send answers that the client gave while its request was open, as additional params. Resolves like
   * `begin`. The answers of a client that returns with another request are recorded when that request begins.
   */
  readonly answered: (call: Call, answers: JsonObject) => Promise<Result<undefined, string>> | undefined;
  /**
   * A call has its reply, whether it ever began or not; `given` is the reply before it was completed for the caller's era. The reply may
   * leave when `isSafe` resolves: the call then survives the end of the process.
   */
  readonly end: (call: Call, reply: RpcReply, given: RpcReply) => EndedCall;
  /** A client connected. */
  readonly connected: (client: Client, params: JsonObject) => void;
  /** A client was sent a page of the tool list. */
  readonly listed: (caller: Call['caller'], params: JsonObject, page: Buffer) => void;
  /** A client in search mode was sent its few tools. `listing` gives the full list and is called later. */
  readonly offered: (
    caller: Call['caller'],
    params: JsonObject,
    menu: Buffer,
    listing: () => readonly Buffer[],
  ) => void;
  /** A client in search mode was sent search results, or descriptions of tools. */
  readonly discovered: (caller: Call['caller'], params: JsonObject, body: Buffer) => void;
  /** These tools are offered now: records new versions of them. */
  readonly recordTools: (tools: readonly CatalogTool[]) => void;
  /** The protocol session of an older client has ended. */
  readonly endSession: (session: string) => void;
  /** Sends an event to listeners. */
  readonly tell: (type: GatewayEvent['type'], data: GatewayEvent['data']) => void;

  /** Resolves when all earlier entries are stored and counted, so that a reader sees them, or after a deadline. */
  readonly settled: () => Promise<void>;
  /** Reads the store. Rejects while it cannot be read. */
  readonly reader: StoreReader;
  /** Proves the original of redacted or cut params; `undefined` if calls are not recorded, or without a key. */
  readonly digest?: ParamsDigest | undefined;
  /** Delivers every batch of events in order, once it is stored. */
  readonly onEvents: (listener: (batch: EventBatch) => void) => () => void;
  readonly status: () => RecordStatus;
  /** Closes the sessions, for the reason `stopped` by default, and stores all entries, within a deadline. */
  readonly close: (reason?: SessionEndReason) => Promise<void>;
}

/** A call whose end is on its way into the journal. */
interface EndedCall {
  readonly isSafe: Promise<void>;
  /** The recorded result; `undefined` if none was recorded. */
  readonly written: WrittenResult | undefined;
}

export interface WrittenResult {
  /** Length of the JSON of the result. */
  readonly bytes: number;
  /** That JSON, if it was recorded verbatim: the reply can reuse it. */
  readonly text: string | undefined;
}
