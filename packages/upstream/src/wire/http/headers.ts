import { encodeHeaderValue, isHeaderValue } from '@toolmark/base';
import type { Dialect, PendingRequest } from '../pending-request.ts';

/** Alternating names and values, the fastest form for undici. */
export type FlatHeaders = readonly string[];

/** The request headers in addition to those of the config. */
export interface HeaderContext {
  /** Those of the config. */
  readonly given: FlatHeaders;
  readonly dialect: Dialect;
  /** The session id of a legacy server. */
  readonly session: string | undefined;
}

/** Headers of a POST; `call` is its request, if it is one. */
export function postHeaders({ given, dialect, session }: HeaderContext, call?: PendingRequest): string[] {
  const headers = [
    ...given,
    ...PLAIN,
    'accept',
    'application/json, text/event-stream',
    'content-type',
    'application/json',
  ];
  addConnection(headers, dialect, session);
  if (dialect.era === 'legacy' || call === undefined) return headers;
  headers.push('mcp-method', call.method);
  const name = mcpNameOf(call);
  if (name !== undefined) headers.push('mcp-name', encodeHeaderValue(name));
  for (const [key, value] of Object.entries(call.exchange.headers ?? {})) {
    if (PARAM_HEADER.test(key) && isHeaderValue(value)) headers.push(key, value);
  }
  return headers;
}

/** Headers of a GET that opens a stream. */
export function streamHeaders({ given, dialect, session }: HeaderContext, lastEventId?: string): string[] {
  const headers = [...given, ...PLAIN, 'accept', 'text/event-stream'];
  addConnection(headers, dialect, session);
  if (lastEventId !== undefined && isHeaderValue(lastEventId)) headers.push('last-event-id', lastEventId);
  return headers;
}

function addConnection(headers: string[], dialect: Dialect, session: string | undefined): void {
  if (dialect.version !== undefined) headers.push('mcp-protocol-version', dialect.version);
  if (session !== undefined && dialect.era === 'legacy') headers.push('mcp-session-id', session);
}

function mcpNameOf({ method, params }: PendingRequest): string | undefined {
  const key = NAMED[method];
  const name = key === undefined ? undefined : params?.[key];
  return typeof name === 'string' ? name : undefined;
}

const NAMED: Readonly<Record<string, string | undefined>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Without it some servers compress, which would delay a message that is parsed as it arrives. */
const PLAIN: FlatHeaders = ['accept-encoding', 'identity'];

const PARAM_HEADER = /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/i;
