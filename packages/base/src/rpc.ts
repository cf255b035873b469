/** A JSON object that has not been validated yet. */
export type JsonObject = { readonly [key: string]: unknown };

export type RpcId = string | number;

/**
 * `modern` is 2026-07-28 and later, which has no handshake; `legacy` is every older revision, which starts with
 * `initialize`.
 */
export type Era = 'modern' | 'legacy';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * The outcome of a request. `text` is the already serialized JSON of `result`. `json` holds the bytes of a result that
 * was serialized in advance, such as the list of all tools, and is written to the response unchanged.
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

/** The keys that 2026-07-28 defines in `_meta`. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

export const MODERN_VERSION = '2026-07-28';
