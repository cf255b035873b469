import type { IncomingHttpHeaders } from 'node:http';
import { classifyInboundRequest, type InboundClassificationOutcome } from '@modelcontextprotocol/server';
import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, META, MODERN_VERSION, type RpcError, type RpcId } from '@toolmark/base';
import { isLogLevel } from '../../model/log-level.ts';

/** The kind of message in a POST. */
export type Inbound =
  | { readonly kind: 'modern-request'; readonly message: RequestMessage; readonly revision: string | undefined }
  | { readonly kind: 'modern-notification'; readonly revision: string | undefined }
  | { readonly kind: 'legacy-request'; readonly message: RequestMessage }
  | { readonly kind: 'legacy-notification'; readonly message: NotificationMessage }
  | { readonly kind: 'legacy-response'; readonly message: JsonObject }
  | { readonly kind: 'legacy-batch'; readonly messages: readonly unknown[] }
  | { readonly kind: 'rejected'; readonly status: number; readonly error: RpcError };

/**
 * Classifies a message by era and kind. The SDK decides; nearly all requests have a plain form that it would accept, which is recognised
 * here without its schemas.
 */
export function classify(body: unknown, headers: IncomingHttpHeaders): Inbound {
  return classifyQuickly(body, headers) ?? classifyFully(body, headers);
}

/** `undefined` for a message that the SDK has to classify. */
export function classifyQuickly(body: unknown, headers: IncomingHttpHeaders): Inbound | undefined {
  if (!isPlainRequest(body)) return undefined;
  const { params } = body;
  const meta = params?.['_meta'];
  const version = headers['mcp-protocol-version'];
  if (meta !== undefined && (!isJsonObject(meta) || !isPlainMeta(meta))) return undefined;
  if (meta === undefined || !(META.protocolVersion in meta)) {
    return isModern(version) ? undefined : { kind: 'legacy-request', message: body };
  }
  if (version !== MODERN_VERSION || meta[META.protocolVersion] !== MODERN_VERSION) return undefined;
  if (headers['mcp-method'] !== body.method || !isPlainEnvelope(meta)) return undefined;
  return { kind: 'modern-request', message: body, revision: MODERN_VERSION };
}

/** Revisions are dates, so they sort by age. The SDK tells the eras apart in the same way. */
export const isModern = (version: string | string[] | undefined): boolean =>
  typeof version === 'string' && version >= MODERN_VERSION;

function classifyFully(body: unknown, headers: IncomingHttpHeaders): Inbound {
  const version = single(headers['mcp-protocol-version']);
  const method = single(headers['mcp-method']);
  const outcome: InboundClassificationOutcome = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    body,
  });
  if (outcome.kind === 'reject') {
    const { code, message, data, httpStatus: status } = outcome;
    return { kind: 'rejected', status, error: { code, message, ...(data !== undefined && { data }) } };
  }
  // The SDK has validated the messages, so their shape is not checked again.
  if (outcome.kind === 'modern') {
    const { revision } = outcome.classification;
    if (outcome.messageKind === 'notification') return { kind: 'modern-notification', revision };
    return { kind: 'modern-request', message: body as RequestMessage, revision };
  }
  if (outcome.reason === 'batch') return { kind: 'legacy-batch', messages: body as unknown[] };
  if (outcome.reason === 'response') return { kind: 'legacy-response', message: body as JsonObject };
  if (outcome.reason === 'notification') return { kind: 'legacy-notification', message: body as NotificationMessage };
  return { kind: 'legacy-request', message: body as RequestMessage };
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

function isPlainRequest(body: unknown): body is RequestMessage {
  if (!isJsonObject(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string') return false;
  const { id, params } = body;
  if (!isId(id)) return false;
  if (params !== undefined && !isJsonObject(params)) return false;
  for (const key in body) if (!REQUEST_KEYS.has(key)) return false;
  return true;
}

const REQUEST_KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

function isPlainMeta(meta: JsonObject): boolean {
  const token = meta['progressToken'];
  if (token !== undefined && !isId(token)) return false;
  return meta[RELATED_TASK] === undefined;
}

function isPlainEnvelope(meta: JsonObject): boolean {
  const level = meta[META.logLevel];
  if (level !== undefined && !isLogLevel(level)) return false;
  return isPlainInfo(meta[META.clientInfo]) && isPlainCapabilities(meta[META.clientCapabilities]);
}

function isPlainInfo(info: unknown): boolean {
  if (info === undefined) return true;
  if (!isJsonObject(info) || typeof info['name'] !== 'string' || typeof info['version'] !== 'string') return false;
  for (const key in info) if (typeof info[key] !== 'string') return false;
  return true;
}

/** Clients send capabilities as objects of empty objects, and `roots.listChanged`. */
function isPlainCapabilities(capabilities: unknown): boolean {
  if (!isJsonObject(capabilities)) return false;
  for (const name in capabilities) {
    const capability = capabilities[name];
    if (!isJsonObject(capability)) return false;
    for (const member in capability) {
      const value = capability[member];
      if (name === 'roots' && member === 'listChanged' && typeof value === 'boolean') continue;
      if (!isJsonObject(value)) return false;
      for (const _ in value) return false;
    }
  }
  return true;
}

export interface RequestMessage {
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface NotificationMessage {
  readonly method: string;
  readonly params?: JsonObject;
}

/** Whether a value is an id of the protocol. */
export const isId = (id: unknown): id is RpcId => typeof id === 'string' || Number.isSafeInteger(id);

/**
 * The `id` for an error answer: that of the request, if the body is one. A fraction is returned although it is no valid id, but not a number
 * that JSON cannot hold, such as Infinity, which 1e400 is parsed as.
 */
export function idOf(body: unknown): RpcId | null {
  if (!isJsonObject(body) || typeof body['method'] !== 'string') return null;
  const { id } = body;
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
};
