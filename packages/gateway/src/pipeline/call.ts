import type { CatalogTool } from '../catalog/catalog.ts';
import type { Caller } from '../core/caller.ts';
import type { JsonObject, RpcReply } from '../rpc.ts';

/** One call of a tool, from the moment it arrived to its reply. The steps fill it in as they go. */
export interface Call {
  readonly id: string;
  /** The same as a number, in order of their beginning. */
  readonly seq: number;
  /** The tool as the client calls it. */
  readonly name: string;
  /** Of the request, as they came; the tool's own are in `arguments`. */
  readonly params: JsonObject;
  readonly arguments: JsonObject | undefined;
  readonly caller: Caller;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** What is called: its server, definition and effective hints. There from the step that finds it. */
  tool: CatalogTool | undefined;
  /** How often it was sent to the server. */
  attempts: number;
  status: CallStatus;
  /** There at the end. */
  reply: RpcReply | undefined;
}

/** `waiting`: it was answered with questions, and the client is expected back with the answers. */
export type CallStatus = 'running' | 'ok' | 'error' | 'cancelled' | 'waiting';

export function createCall(
  start: Pick<Call, 'id' | 'seq' | 'name' | 'params' | 'arguments' | 'caller' | 'startedAt'>,
): Call {
  return {
    id: start.id,
    seq: start.seq,
    name: start.name,
    params: start.params,
    arguments: start.arguments,
    caller: start.caller,
    startedAt: start.startedAt,
    tool: undefined,
    attempts: 0,
    status: 'running',
    reply: undefined,
  };
}
