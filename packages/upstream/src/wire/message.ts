import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, parseJson, type RpcError, type RpcId } from '@toolmark/base';

/** An object that claims to be JSON-RPC 2.0. Nothing else about it has been checked. */
export interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function isRpcMessage(value: unknown): value is RpcMessage {
  return isJsonObject(value) && value['jsonrpc'] === '2.0';
}

/** The messages in a text: one, or several where an older server batches them. `undefined` if it is something else. */
export function parseMessages(text: string): readonly RpcMessage[] | undefined {
  try {
    return toMessages(parseJson(text));
  } catch {
    return undefined;
  }
}

/** The messages that a value is. */
export function toMessages(value: unknown): readonly RpcMessage[] | undefined {
  if (isRpcMessage(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isRpcMessage) ? value : undefined;
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number';
}

/** The error of an answer, as it came where it is one; `undefined` where there is none. */
export function readRpcError(value: unknown): RpcError | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== 'number') return undefined;
  return { code, message: typeof message === 'string' ? message : '', ...(data !== undefined && { data }) };
}

export function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
