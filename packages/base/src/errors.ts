import type { RpcError } from './rpc.ts';

/**
 * All errors of Toolmark that a client can receive; docs/reference/errors.md is generated from it. Errors from upstream
 * servers are passed through unchanged and are not listed.
 */
export const ERRORS: Readonly<Record<ErrorName, ErrorEntry>> = {
  parse: { code: -32700, http: 400, when: 'The body is not valid JSON.' },
  invalidRequest: { code: -32600, http: 400, when: 'The body is JSON, but not a valid MCP request.' },
  methodNotFound: { code: -32601, http: 404, when: 'The method does not exist, or no server offers it here.' },
  invalidParams: {
    code: -32602,
    http: 200,
    when: 'A tool, prompt or resource that does not exist, or parameters of the wrong shape.',
  },
  internal: {
    code: -32603,
    http: 200,
    when: 'An internal error. The message has an incident id; the log has the details.',
  },
  headerMismatch: { code: -32020, http: 400, when: 'A header and the body disagree, or a required header is missing.' },
  missingCapability: {
    code: -32021,
    http: 400,
    when: 'The tool needs to ask the client something that this client does not support.',
  },
  unsupportedVersion: { code: -32022, http: 400, when: 'The gateway does not support this protocol revision.' },
  resourceNotFound: { code: -32002, http: 200, when: 'No server has this resource (older revisions only).' },
  sessionRequired: { code: -32000, http: 400, when: 'A legacy client sent no session id.' },
  sessionNotFound: {
    code: -32001,
    http: 404,
    when: 'The session ended or never existed. The client should initialize again.',
  },
  noSuchEndpoint: { code: -32000, http: 404, when: 'This address does not serve MCP, or not for this client.' },
  methodNotAllowed: {
    code: -32000,
    http: 405,
    when: 'The endpoint supports GET, POST and DELETE; clients of 2026-07-28 may only use POST.',
  },
  notAcceptable: { code: -32000, http: 406, when: 'The Accept header excludes the content type of the answer.' },
  streamTaken: { code: -32000, http: 409, when: 'The session already has a GET stream.' },
  bodyTooLarge: {
    code: -32000,
    http: 413,
    when: 'The request is longer than the configured limits allow, or contains more values.',
  },
  unsupportedMediaType: { code: -32000, http: 415, when: 'The Content-Type header is not application/json.' },
  unsupportedRevision: {
    code: -32000,
    http: 400,
    when: 'A legacy client requested a revision that the gateway does not support.',
  },
  tooManySessions: { code: -32000, http: 503, when: 'The configured maximum of legacy sessions is open.' },
  tooManySubscriptions: { code: -32603, http: 200, when: 'The client has too many open streams.' },
  cancelled: { code: -32060, http: 200, when: 'The client cancelled the request or disconnected.' },
  upstreamUnavailable: {
    code: -32061,
    http: 200,
    when: 'The server of this tool is not connected. The message gives the cause.',
  },
  upstreamTimeout: { code: -32062, http: 200, when: 'The server did not answer before the timeout.' },
  upstreamDied: { code: -32063, http: 200, when: 'The server disconnected while the call was running.' },
  upstreamBusy: { code: -32064, http: 200, when: 'Too many calls are queued for this server.' },
  upstreamBroken: { code: -32065, http: 200, when: 'The server sent an answer that is not valid MCP.' },
  shuttingDown: { code: -32066, http: 503, when: 'The gateway is stopping.' },
  recordUnavailable: {
    code: -32067,
    http: 200,
    when: 'The record cannot be written, so calls that may change something are refused. The message says what to do.',
  },
};

export interface ErrorEntry {
  readonly code: number;
  /** The HTTP status, where the protocol revision defines one for this error. */
  readonly http: number;
  readonly when: string;
}

export type ErrorName =
  | 'parse'
  | 'invalidRequest'
  | 'methodNotFound'
  | 'invalidParams'
  | 'internal'
  | 'headerMismatch'
  | 'missingCapability'
  | 'unsupportedVersion'
  | 'resourceNotFound'
  | 'sessionRequired'
  | 'sessionNotFound'
  | 'noSuchEndpoint'
  | 'methodNotAllowed'
  | 'notAcceptable'
  | 'streamTaken'
  | 'bodyTooLarge'
  | 'unsupportedMediaType'
  | 'unsupportedRevision'
  | 'tooManySessions'
  | 'tooManySubscriptions'
  | 'cancelled'
  | 'upstreamUnavailable'
  | 'upstreamTimeout'
  | 'upstreamDied'
  | 'upstreamBusy'
  | 'upstreamBroken'
  | 'shuttingDown'
  | 'recordUnavailable';

/**
 * @example
 * errorOf('upstreamTimeout', "Server 'notes' did not answer within 60 s.", { server: 'notes' })
 * // { code: -32062, message: "Server 'notes' did …", data: { error: 'upstreamTimeout', server: 'notes' } }
 */
export function errorOf(name: ErrorName, message: string, data: Readonly<Record<string, unknown>> = {}): RpcError {
  return { code: ERRORS[name].code, message, data: { error: name, ...data } };
}
