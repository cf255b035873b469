/**
 * The two generations of the protocol: `legacy` with a handshake and sessions, `modern` (2026-07-28) with independent
 * requests.
 */
export type Era = 'legacy' | 'modern';

export const PROTOCOL_VERSION: Readonly<Record<Era, string>> = { legacy: '2025-11-25', modern: '2026-07-28' };

/** The answer to one request; the caller parses it, so that a large list can be timed without parsing. */
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
 * A minimal client. It shares the CPU with the measured gateway, so its own cost would distort the result; an SDK
 * client would cost several times as much as the gateway.
 */
export interface RawClient {
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * The part of a request besides its own parameters: nothing in the legacy era, the client's identity in the modern one.
 */
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
