import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '@toolmark/annotations';
import { ERRORS, errorOf } from '@toolmark/base';
import type { Entrance } from '../../../model/entrance.ts';
import type { McpFrontDeps } from '../deps.ts';
import type { EventStreams } from '../event-stream.ts';
import { answer, type ExchangeOptions, type Exchanges } from '../exchange.ts';
import { legacyStatusOf, refuse, resultHead, sendAccepted, sendError, sendText } from '../http-reply.ts';
import type { Inbound, RequestMessage } from '../messages.ts';
import { conversationIn } from '../request-headers.ts';
import { createBatches } from './batches.ts';
import { callerOf } from './caller-of.ts';
import { handleNotification } from './handle-notification.ts';
import { introductionOf, isSupportedRevision, supportedRevisions, welcome } from './handshake.ts';
import { endRequest, type Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { serveThroughSdk } from './through-sdk.ts';

/** Serves the revisions before 2026-07-28: `initialize`, then requests in a session. */
export interface Legacy {
  readonly servePost: (req: IncomingMessage, res: ServerResponse, entrance: Entrance, inbound: LegacyInbound) => void;
  /** Opens the stream for messages that belong to no request. */
  readonly serveGet: (req: IncomingMessage, res: ServerResponse, entrance: Entrance) => void;
  readonly serveDelete: (req: IncomingMessage, res: ServerResponse, entrance: Entrance) => void;
}

type LegacyInbound = Extract<Inbound, { readonly kind: `legacy-${string}` }>;

export function createLegacy(
  deps: McpFrontDeps,
  streams: EventStreams,
  exchanges: Exchanges,
  sessions: Sessions,
): Legacy {
  const { core, hotPath = true } = deps;
  const serveBatch = createBatches(deps, streams, exchanges);

  const initialize = (req: IncomingMessage, res: ServerResponse, entrance: Entrance, message: RequestMessage) => {
    const introduction = introductionOf(message);
    if (introduction === undefined) {
      const error = errorOf('invalidParams', 'initialize needs protocolVersion, capabilities and clientInfo');
      return sendError(res, legacyStatusOf(error), error, message.id);
    }
    const session = sessions.open(introduction, entrance);
    if (session === undefined) {
      return refuse(res, 'tooManySessions', 'Too many clients are connected', { 'retry-after': '60' });
    }
    const { principal, mode } = entrance;
    const { id, client } = session;
    core.connected({ era: 'legacy', principal, mode, session: id, client, conversation: conversationIn(req.headers) });
    const result = welcome(session.protocolVersion, core.describe(entrance));
    sendText(res, 200, `${resultHead(message.id)}${JSON.stringify(result)}}`, { 'mcp-session-id': session.id });
  };

  /** The session of a request. If the request cannot be served, answers it and returns `undefined`. */
  const sessionOf = (
    req: IncomingMessage,
    res: ServerResponse,
    entrance: Entrance,
    accept: readonly string[],
  ): Session | undefined => {
    const { 'mcp-session-id': id, 'mcp-protocol-version': version } = req.headers;
    if (typeof id !== 'string') {
      const error = errorOf('sessionRequired', 'Bad Request: Mcp-Session-Id header is required');
      sendError(res, ERRORS.sessionRequired.http, error);
      return undefined;
    }
    const session = sessions.find(id, entrance);
    if (session === undefined) {
      sendError(res, ERRORS.sessionNotFound.http, errorOf('sessionNotFound', 'Session not found'));
      return undefined;
    }
    if (!accept.every((type) => req.headers.accept?.includes(type) === true)) {
      refuse(res, 'notAcceptable', `Not Acceptable: Client must accept ${accept.join(' and ')}`);
      return undefined;
    }
    if (typeof version === 'string' && !isSupportedRevision(version)) {
      const versions = `${version} (supported versions: ${supportedRevisions()})`;
      refuse(res, 'unsupportedRevision', `Bad Request: Unsupported protocol version: ${versions}`);
      return undefined;
    }
    return session;
  };

  const serveRequest = (session: Session, req: IncomingMessage, res: ServerResponse, message: RequestMessage): void => {
    const { id } = message;
    const exchange = exchanges.open(id, res, OPTIONS, () => endRequest(session, id, exchange));
    session.requests.begin(id, exchange);
    answer(deps, exchange, message, callerOf(session, exchange, req));
  };

  const servePost: Legacy['servePost'] = (req, res, entrance, inbound) => {
    const isHandshake = inbound.kind === 'legacy-request' && inbound.message.method === 'initialize';
    if (isHandshake && req.headers['mcp-session-id'] === undefined) {
      return initialize(req, res, entrance, inbound.message);
    }
    const session = sessionOf(req, res, entrance, POST_ACCEPT);
    if (session === undefined) return;
    if (isHandshake || (inbound.kind === 'legacy-batch' && inbound.messages.some(isHandshakeMessage))) {
      const error = errorOf('invalidRequest', 'Invalid Request: Server already initialized');
      return sendError(res, ERRORS.invalidRequest.http, error);
    }
    switch (inbound.kind) {
      case 'legacy-request':
        if (hotPath) return serveRequest(session, req, res, inbound.message);
        return serveThroughSdk(deps, exchanges, session, req, res, inbound.message);
      case 'legacy-batch':
        return serveBatch(session, req, res, inbound.messages);
      case 'legacy-response':
        session.questions.answer(inbound.message);
        return sendAccepted(res);
      case 'legacy-notification':
        handleNotification(session, inbound.message);
        return sendAccepted(res);
    }
  };

  return {
    servePost,
    serveGet: (req, res, entrance) => {
      const session = sessionOf(req, res, entrance, GET_ACCEPT);
      if (session === undefined) return;
      if (session.isStreaming()) {
        return refuse(res, 'streamTaken', 'Conflict: Only one SSE stream is allowed per session');
      }
      session.openStream(res);
    },
    serveDelete: (req, res, entrance) => {
      const session = sessionOf(req, res, entrance, []);
      if (session === undefined) return;
      sessions.end(session);
      res.writeHead(200, { 'content-length': 0 }).end();
    },
  };
}

// In these revisions a lost connection does not cancel: clients send `notifications/cancelled`, and an accidental loss must not stop a write
// halfway. The answer is dropped if the connection is closed.
const OPTIONS: ExchangeOptions = { statusOf: legacyStatusOf, streams: true, cancelOnClose: false };

const POST_ACCEPT = ['application/json', 'text/event-stream'];
const GET_ACCEPT = ['text/event-stream'];

const isHandshakeMessage = (message: unknown): boolean => isJsonObject(message) && message['method'] === 'initialize';
