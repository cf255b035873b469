import type { RpcError } from './rpc.ts';

/**
 * Every error of ours that a client can see, in one place; docs/reference/errors.md is made from it. What an upstream
 * answers is passed on as it came and is not in here.
 */
export const ERRORS: Readonly<Record<ErrorName, ErrorEntry>> = {
  parse: { code: -32700, http: 400, when: 'The body is no JSON.' },
  invalidRequest: { code: -32600, http: 400, when: 'The body is JSON, but no request of the protocol.' },
  methodNotFound: { code: -32601, http: 404, when: 'No such method, or none that a server offers here.' },
  invalidParams: {
    code: -32602,
    http: 200,
    when: 'A tool, prompt or resource that does not exist, or parameters of the wrong shape.',
  },
  internal: {
    code: -32603,
    http: 200,
    when: 'A bug of ours. The message carries an incident id; the log has the rest.',
  },
  headerMismatch: { code: -32020, http: 400, when: 'A header and the body disagree, or a required header is missing.' },
  missingCapability: {
    code: -32021,
    http: 400,
    when: 'The tool needs to ask the client something that this client cannot answer.',
  },
  unsupportedVersion: { code: -32022, http: 400, when: 'A protocol revision that is not spoken here.' },
  resourceNotFound: { code: -32002, http: 200, when: 'No server has this resource (older revisions only).' },
  sessionRequired: { code: -32000, http: 400, when: 'An older client sent no session id.' },
  sessionNotFound: {
    code: -32001,
    http: 404,
    when: 'The session ended, or never was. The client should initialize anew.',
  },
  noSuchEndpoint: { code: -32000, http: 404, when: 'MCP is not spoken at this address, or not to who asks.' },
  methodNotAllowed: {
    code: -32000,
    http: 405,
    when: 'GET, POST and DELETE are what the endpoint takes; of 2026-07-28 only POST.',
  },
  notAcceptable: { code: -32000, http: 406, when: 'The Accept header rules out what the answer needs to be.' },
  streamTaken: { code: -32000, http: 409, when: 'The session has its GET stream already.' },
  bodyTooLarge: {
    code: -32000,
    http: 413,
    when: 'The request is longer, or has more values in it, than the limits in the config allow.',
  },
  unsupportedMediaType: { code: -32000, http: 415, when: 'The body is not declared as application/json.' },
  unsupportedRevision: { code: -32000, http: 400, when: 'An older client names a revision that is not spoken here.' },
  tooManySessions: { code: -32000, http: 503, when: 'As many older clients as the config allows are connected.' },
  tooManySubscriptions: { code: -32603, http: 200, when: 'The client listens on too many streams already.' },
  cancelled: { code: -32060, http: 200, when: 'The client cancelled the request, or went away.' },
  upstreamUnavailable: {
    code: -32061,
    http: 200,
    when: 'The server of this tool is not connected. The message says why.',
  },
  upstreamTimeout: { code: -32062, http: 200, when: 'The server did not answer in the time it has.' },
  upstreamDied: { code: -32063, http: 200, when: 'The server went away while the call was running.' },
  upstreamBusy: { code: -32064, http: 200, when: 'Too many calls wait for this server already.' },
  upstreamBroken: { code: -32065, http: 200, when: 'The server answered something that is not the protocol.' },
  shuttingDown: { code: -32066, http: 503, when: 'The gateway is being stopped.' },
  recordUnavailable: {
    code: -32067,
    http: 200,
    when: 'The record cannot be written, so that calls which change something are refused. The message says what to do.',
  },
};

export interface ErrorEntry {
  readonly code: number;
  /** The status of the HTTP response, where the protocol revision has one for it. */
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
