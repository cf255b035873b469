/** A JSON object nobody has looked into yet. */
export type JsonObject = { readonly [key: string]: unknown };

export type RpcId = string | number;

/** `modern` is 2026-07-28 and later, without a handshake; `legacy` is everything before, which begins with `initialize`. */
export type Era = 'modern' | 'legacy';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * How a request ended. `text` is the JSON of `result`, where somebody has written it already. `json` is a result that was serialised long before it was asked for, such as the list of all tools:
 * whoever answers writes these bytes where the result goes.
 */
export type RpcReply =
  | { readonly kind: 'result'; readonly result: JsonObject; readonly text?: string }
  | { readonly kind: 'json'; readonly json: Buffer }
  | { readonly kind: 'error'; readonly error: RpcError };

export interface RpcNotification {
  readonly method: string;
  readonly params?: JsonObject;
}

export const result = (value: JsonObject): RpcReply => ({ kind: 'result', result: value });

export const failed = (error: RpcError): RpcReply => ({ kind: 'error', error });

/** The keys that 2026-07-28 puts into `_meta`. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

export const MODERN_VERSION = '2026-07-28';
