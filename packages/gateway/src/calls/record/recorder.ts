import type { Result } from '@toolmark/annotations';
import type { GatewayEvent, RecordStatus, SessionEndReason } from '@toolmark/api-contract';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { ApprovalRecord, CallKey, EventBatch, ParamsDigest, StoreReader } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Client } from '../../sessions/identity.ts';

/**
 * Remembers calls, and what people are asked about them: that a question is in the journal before anybody can answer it. Nothing in
 * here throws or keeps a caller longer than its own deadlines.
 */
export interface Recorder extends ApprovalRecord {
  /** The key of the next call. */
  readonly nextKey: (now: number) => CallKey;
  /**
   * A call has found its tool. For one that only reads there is nothing to wait for. For any other it resolves when the call is on
   * disk, or with a sentence why it cannot be and must not leave.
   */
  readonly begin: (call: Call) => Promise<Result<undefined, string>> | undefined;
  /**
   * A call under way is about to send answers to questions of its server, which the client gave while its request was open: they are
   * params besides those of the request. Resolves like `begin`. The answers of a client that comes back with another request are
   * recorded when that begins.
   */
  readonly answered: (call: Call, answers: JsonObject) => Promise<Result<undefined, string>> | undefined;
  /**
   * A call has its reply, whether it ever began or not; `given` is the reply before it was made complete for the caller's era. When
   * `isSafe` resolves, before anything else is read or written, the call survives the end of the process: the reply may go.
   */
  readonly end: (call: Call, reply: RpcReply, given: RpcReply) => EndedCall;
  /** A client connected. */
  readonly connected: (client: Client, params: JsonObject) => void;
  /** A client was sent a page of the tool list. */
  readonly listed: (caller: Call['caller'], params: JsonObject, page: Buffer) => void;
  /** A client in search mode was sent its few tools. What every tool would have been is asked for when there is time. */
  readonly offered: (
    caller: Call['caller'],
    params: JsonObject,
    menu: Buffer,
    listing: () => readonly Buffer[],
  ) => void;
  /** A client in search mode was sent tools to choose from, or descriptions of some. */
  readonly discovered: (caller: Call['caller'], params: JsonObject, body: Buffer) => void;
  /** What is offered now: new forms of tools are remembered. */
  readonly saw: (tools: readonly CatalogTool[]) => void;
  /** The protocol session of an older client has ended. */
  readonly left: (session: string) => void;
  /** Something only listeners want to hear. */
  readonly tell: (type: GatewayEvent['type'], data: GatewayEvent['data']) => void;

  /** Resolves when what was recorded before is stored and counted, so that a reader sees it; after a deadline in any case. */
  readonly settled: () => Promise<void>;
  /** What is stored. Rejects while it cannot be read. */
  readonly reader: StoreReader;
  /** Proves what was sent where the record does not have all of it; `undefined` where calls are not recorded, or without a key. */
  readonly digest?: ParamsDigest | undefined;
  /** Every batch of events once it is stored, in order. */
  readonly onEvents: (listener: (batch: EventBatch) => void) => () => void;
  readonly status: () => RecordStatus;
  /** Closes the sessions, stores what is left, within a deadline. They were stopped unless there is another reason. */
  readonly close: (reason?: SessionEndReason) => Promise<void>;
}

/** A call whose end is on its way into the journal. */
interface EndedCall {
  readonly isSafe: Promise<void>;
  /** What was written of its result; `undefined` where nothing was. */
  readonly written: WrittenResult | undefined;
}

export interface WrittenResult {
  /** How long the JSON of the result is. */
  readonly bytes: number;
  /** That JSON, where it was recorded as it is: nobody has to write it again. */
  readonly text: string | undefined;
}
