/** The two generations of the protocol: with a handshake and sessions, and (2026-07-28) with everything in each request. */
export type Era = 'legacy' | 'modern';

export const PROTOCOL_VERSION: Readonly<Record<Era, string>> = { legacy: '2025-11-25', modern: '2026-07-28' };

/** The answer to one request; parsing it is left to the caller, so that a big list can be timed without it. */
export interface Reply {
  readonly bytes: number;
  message(): Message;
}

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * A client that does the least a client can do. It shares the processors with the gateway it measures, so every
 * microsecond it spends is missing there; an SDK client would cost several times what the gateway costs.
 */
export interface RawClient {
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
  close(): Promise<void>;
}

/** What a request says beside its own parameters: nothing in the legacy era, who is asking in the modern one. */
export function envelope(
  era: Era,
  id: number,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { jsonrpc: '2.0', id, method, params: era === 'legacy' ? params : { ...params, _meta: MODERN_META } };
}

export const INITIALIZE_PARAMS = {
  protocolVersion: PROTOCOL_VERSION.legacy,
  capabilities: {},
  clientInfo: { name: 'toolmark-bench', version: '1.0.0' },
};

export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL_VERSION.modern,
  'io.modelcontextprotocol/clientInfo': INITIALIZE_PARAMS.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
