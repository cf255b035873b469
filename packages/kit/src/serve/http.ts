import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { RunningServer } from './program.ts';

/** A server listening on HTTP. */
export interface HttpServer extends RunningServer {
  /** The URL for clients: `http://127.0.0.1:7421/mcp`. */
  readonly url: string;
  /** Notifies clients of 2026-07-28 about changes. */
  readonly notify: ServerNotifier;
}

/** Returns whether a request may proceed; answers it if not. */
export type HttpGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers a request for its own path, such as `/health/live`. */
export type HttpRoute = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Identifies the caller of `/mcp`. Answers the request and returns `undefined` if there is no valid caller. */
export type HttpAuthenticator = (request: IncomingMessage, response: ServerResponse) => Promise<AuthInfo | undefined>;

/** Where to listen, which requests to accept, and how to report errors. */
export interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The maximum size of a request body. */
  readonly maxBodyBytes: number;
  /** Additional checks that may reject a request: `requireToken`. */
  readonly guards?: readonly HttpGuard[];
  /** Authenticates every request for `/mcp`; handlers find the result in `context.auth`. */
  readonly authenticate?: HttpAuthenticator;
  /** Additional host names under which a reverse proxy forwards requests. */
  readonly hosts?: readonly string[];
  /**
   * Other endpoints by their exact path. The checks of host and origin apply, but `guards` do not: health probes and
   * sign-in pages have no token.
   */
  readonly routes?: Readonly<Record<string, HttpRoute>>;
  readonly onError?: (error: Error) => void;
}

/** Listen on this machine only. */
const HOST = '127.0.0.1';
/** The time for pending calls to finish when the server closes. */
const GRACE_MS = 1_000;

/**
 * Serves any number of clients at `/mcp`, in both eras, on this machine only. The factory, which may be asynchronous,
 * creates a server for each request. Requests of foreign web pages are rejected, including DNS rebinding.
 *
 * @example
 * const http = await serveHttp(() => createNotesServer(), { port: 0, maxBodyBytes: 1_048_576 });
 * console.log(http.url);
 */
export async function serveHttp(factory: McpServerFactory, options: HttpOptions): Promise<HttpServer> {
  const { port, maxBodyBytes, guards = [], authenticate, hosts = [], routes = {}, onError = () => undefined } = options;
  const http = createServer();
  const limits = { onerror: onError, maxRequestBodySize: maxBodyBytes };
  const handler = createMcpHandler(factory, limits);
  const serve = toNodeHandler(handler, limits);
  const isOurHost = [
    hostHeaderValidation([...localhostAllowedHostnames(), ...hosts]),
    originValidation([...localhostAllowedOrigins(), ...hosts]),
  ];
  const routesByPath = new Map(Object.entries(routes));
  const answering = new Set<ServerResponse>();
  http.on('request', (request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    if (!isOurHost.every((allows) => allows(request, response))) return;
    const path = request.url?.split('?', 1)[0] ?? '';
    const route = routesByPath.get(path);
    if (route !== undefined) {
      answerRoute(route, request, response).catch(onError);
      return;
    }
    if (!guards.every((allows) => allows(request, response))) return;
    if (path !== '/mcp') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The MCP endpoint is /mcp.\n');
      return;
    }
    answerRoute(answerMcp, request, response).catch(onError);
  });
  const answerMcp: HttpRoute = async (request, response) => {
    // Node's request type does not match the SDK's type under exactOptionalPropertyTypes.
    const received = request as Parameters<typeof serve>[0];
    if (authenticate !== undefined) {
      const auth = await authenticate(request, response);
      if (auth === undefined) return;
      received.auth = auth;
    }
    await serve(received, response);
  };
  await listen(http, port);
  return {
    url: `http://${HOST}:${portOf(http)}/mcp`,
    notify: handler.notify,
    close: async () => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await handler.close();
      await Promise.all([...answering].map((response) => endWithin(response, GRACE_MS)));
      // Idle connections would keep the server open.
      http.closeAllConnections();
      await closed;
    },
  };
}

/** Answers a request with status 500 if its handler fails before responding; the error goes to the log. */
async function answerRoute(route: HttpRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await route(request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal server error.\n');
    throw error;
  }
}

async function endWithin(response: ServerResponse, milliseconds: number): Promise<void> {
  try {
    await once(response, 'close', { signal: AbortSignal.timeout(milliseconds) });
  } catch {
    // The grace period is over, so the call is cut off.
  }
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, HOST, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function portOf(http: Server): number {
  // A TCP server's address has this shape.
  return (http.address() as AddressInfo).port;
}
