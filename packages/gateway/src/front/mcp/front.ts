import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, errorOf, settlesWithin } from '@toolmark/base';
import type { Entrance } from '../../model/entrance.ts';
import { readJson } from './body.ts';
import type { McpFrontDeps, McpFrontStats } from './deps.ts';
import type { Doors } from './doors.ts';
import { createEventStreams } from './event-stream.ts';
import { createExchanges } from './exchange.ts';
import { refuse, sendError } from './http-reply.ts';
import { bug } from './incident.ts';
import { createLegacy } from './legacy/serve-legacy.ts';
import { createSessions } from './legacy/sessions.ts';
import { classify, idOf, isModern } from './messages.ts';
import { createModern } from './modern/serve-modern.ts';
import { createSubscriptions } from './modern/subscriptions.ts';

/** The MCP endpoint over HTTP. */
export interface McpFront {
  /** Serves one request of a client that has been let in. */
  readonly handle: (req: IncomingMessage, res: ServerResponse, entrance: Entrance) => void;
  /** Whoever this was is let in no more: their sessions and streams end, and what they have under way. */
  readonly dismiss: (principal: string) => void;
  /** Doors lead elsewhere now: sessions see what theirs gives, or end; streams that show a part begin anew. */
  readonly reopen: (open: Doors['reopen']) => void;
  /**
   * Takes no more requests and ends every session and stream. Requests under way are ended after so many milliseconds, and
   * answers that are on their way to a slow client have as long to arrive.
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

  const servePost = (req: IncomingMessage, res: ServerResponse, entrance: Entrance, body: unknown) => {
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
      return readJson(req, res, limits, (body) => {
        try {
          servePost(req, res, entrance, body);
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
    const told = bug(deps, error);
    if (res.headersSent) res.destroy();
    else sendError(res, 500, told);
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
      exchanges.endAll(errorOf('cancelled', 'Whoever asked is not let in any more.'), principal);
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
      sessions.endAll();
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
