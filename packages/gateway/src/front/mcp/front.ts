import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { ERRORS, errorOf, settlesWithin } from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import type { Entrance } from '../../model/entrance.ts';
import { type ParsedBody, readBody } from '../read-body.ts';
import type { McpFrontDeps, McpFrontStats } from './deps.ts';
import type { Doors } from './doors.ts';
import { createEventStreams } from './event-stream.ts';
import { createExchanges } from './exchange.ts';
import { refuse, sendError } from './http-reply.ts';
import { reportBug } from './incident.ts';
import { createLegacy } from './legacy/serve-legacy.ts';
import { createSessions } from './legacy/sessions.ts';
import { classify, idOf, isModern } from './messages.ts';
import { createModern } from './modern/serve-modern.ts';
import { createSubscriptions } from './modern/subscriptions.ts';

/** The MCP endpoint over HTTP. */
export interface McpFront {
  /** Serves one request of a client that the guard has admitted. */
  readonly handle: (req: IncomingMessage, res: ServerResponse, entrance: Entrance) => void;
  /** Ends the sessions, streams and requests of a principal whose token is no longer valid. */
  readonly dismiss: (principal: string) => void;
  /** Applies changed doors: sessions get the new entrance of their door, or end with it; streams with a scope end, so that clients reopen them. */
  readonly reopen: (open: Doors['reopen']) => void;
  /**
   * Refuses new requests, and ends every session and stream. Requests under way are ended after so many milliseconds, which is also the
   * deadline for answers that slow clients are still reading.
   */
  readonly close: (withinMs: number) => Promise<void>;
  readonly stats: () => McpFrontStats;
}

/**
 * @example
 * const front = createMcpFront({ core, catalog, limits, clock: systemClock, newId: randomUUID, log, serverInfo });
 * createServer((req, res) => front.handle(req, res, OWN_ENTRANCE)).listen(7420, '127.0.0.1');
 */
export function createMcpFront(deps: McpFrontDeps): McpFront {
  const { limits, clock } = deps;
  const streams = createEventStreams(clock);
  const exchanges = createExchanges(deps, streams);
  const subscriptions = createSubscriptions(deps, streams);
  const sessions = createSessions(deps, streams);
  const modern = createModern(deps, exchanges, subscriptions);
  const legacy = createLegacy(deps, streams, exchanges, sessions);
  let closing = false;

  const serveMessage = (req: IncomingMessage, res: ServerResponse, entrance: Entrance, body: unknown) => {
    if (closing) return refuseClosing(res);
    const inbound = classify(body, req.headers);
    switch (inbound.kind) {
      case 'modern-request':
        return modern.serveRequest(req, res, entrance, inbound.message, inbound.revision);
      case 'modern-notification':
        return modern.serveNotification(res, inbound.revision);
      case 'rejected':
        return sendError(res, inbound.status, inbound.error, idOf(body));
      default:
        return legacy.servePost(req, res, entrance, inbound);
    }
  };

  const route: McpFront['handle'] = (req, res, entrance) => {
    if (closing) return refuseClosing(res);
    const { method, headers } = req;
    if (method === 'POST') {
      if (!isJson(headers['content-type'])) {
        return refuse(res, 'unsupportedMediaType', 'Unsupported Media Type: Content-Type must be application/json');
      }
      return readBody(req, limits, (body) => {
        try {
          if (body.kind === 'value') serveMessage(req, res, entrance, body.value);
          else refuseBody(res, body, limits);
        } catch (error) {
          fail(res, error);
        }
      });
    }
    if (method !== 'GET' && method !== 'DELETE') {
      return refuse(res, 'methodNotAllowed', 'Method not allowed.', { allow: 'GET, POST, DELETE' });
    }
    if (isModern(headers['mcp-protocol-version'])) {
      return refuse(res, 'methodNotAllowed', 'Method not allowed.', { allow: 'POST' });
    }
    return method === 'GET' ? legacy.serveGet(req, res, entrance) : legacy.serveDelete(req, res, entrance);
  };

  const fail = (res: ServerResponse, error: unknown): void => {
    const rpcError = reportBug(deps, error);
    if (res.headersSent) res.destroy();
    else sendError(res, 500, rpcError);
  };

  return {
    handle: (req, res, entrance) => {
      try {
        route(req, res, entrance);
      } catch (error) {
        fail(res, error);
      }
    },
    dismiss: (principal) => {
      subscriptions.endAll(principal);
      sessions.endAll(principal);
      exchanges.endAll(errorOf('cancelled', 'The token of the client is no longer valid.'), principal);
    },
    reopen: (open) => {
      sessions.reopen(open);
      subscriptions.endScoped();
    },
    close: async (withinMs) => {
      closing = true;
      const until = clock.now() + withinMs;
      subscriptions.endAll();
      await settlesWithin(exchanges.idle(), withinMs, clock);
      exchanges.endAll(errorOf('shuttingDown', 'The gateway is stopping.'));
      sessions.close();
      await settlesWithin(exchanges.flushed(), until - clock.now(), clock);
    },
    stats: () => ({
      sessions: sessions.count(),
      running: exchanges.running(),
      subscriptions: subscriptions.count(),
      dropped: streams.dropped(),
    }),
  };
}

function refuseClosing(res: ServerResponse): void {
  sendError(res, ERRORS.shuttingDown.http, errorOf('shuttingDown', 'The gateway is stopping.'), null, {
    connection: 'close',
  });
}

const isJson = (type: string | undefined): boolean => type === 'application/json' || isJsonContentType(type ?? null);

type UnusableBody = Exclude<ParsedBody, { readonly kind: 'value' }> | { readonly kind: 'long' };

function refuseBody(
  res: ServerResponse,
  body: UnusableBody,
  { bodyBytes, depth, values }: Pick<Limits, 'bodyBytes' | 'depth' | 'values'>,
): void {
  if (body.kind === 'broken') {
    sendError(res, ERRORS.parse.http, errorOf('parse', 'Parse error: the request body is not valid JSON'));
  } else if (body.kind === 'long') {
    const message = `Payload Too Large: Request body must not exceed ${bodyBytes} bytes (limits.bodyBytes)`;
    // The rest of the body is not received, so the connection cannot be used again.
    refuse(res, 'bodyTooLarge', message, { connection: 'close' });
  } else if (body.limit === 'values') {
    refuse(res, 'bodyTooLarge', `Payload Too Large: the body has more than ${values} values (limits.values)`);
  } else {
    refuse(res, 'invalidRequest', `Bad Request: the body is nested deeper than ${depth} levels (limits.depth)`);
  }
}
