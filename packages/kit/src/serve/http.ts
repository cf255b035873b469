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

/** A server that listens. */
export interface HttpServer extends RunningServer {
  /** Where clients connect: `http://127.0.0.1:7421/mcp`. */
  readonly url: string;
  /** Tells clients of 2026-07-28 what changed. */
  readonly notify: ServerNotifier;
}

/** Answers a request that may not go on, and says whether it may. */
export type HttpGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers a request for a path of its own, such as `/health/live`. */
export type HttpRoute = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Says who calls `/mcp`. Where nobody may, it answers the request itself and gives `undefined`. */
export type HttpAuthenticator = (request: IncomingMessage, response: ServerResponse) => Promise<AuthInfo | undefined>;

/** Where to listen, whom to let in, and whom to tell about requests that went wrong. */
export interface HttpOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** The longest request. */
  readonly maxBodyBytes: number;
  /** Who else may refuse a request: `requireToken`. */
  readonly guards?: readonly HttpGuard[];
  /** Checks the token of every request for `/mcp`; handlers find the result in `context.auth`. */
  readonly authenticate?: HttpAuthenticator;
  /** Host names, beside those of this machine, under which a reverse proxy passes requests on. */
  readonly hosts?: readonly string[];
  /**
   * Other endpoints by their exact path. Foreign hosts and pages are refused here too, but `guards` are not asked: probes and
   * sign-in pages come without a token.
   */
  readonly routes?: Readonly<Record<string, HttpRoute>>;
  readonly onError?: (error: Error) => void;
}

/** Only this machine. */
const HOST = '127.0.0.1';
/** How long calls that are under way may take to end when the server closes. */
const GRACE_MS = 1_000;

/**
 * Serves any number of clients at `/mcp`, in both eras, on this machine only. A server is made for each request; a factory
 * may wait for what it needs. A web page from elsewhere is refused, as itself and under a name that points here.
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
    // Node's own request does not satisfy the SDK's picture of it under exactOptionalPropertyTypes.
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
      // Those that are idle, or have never asked anything, would keep the server open.
      http.closeAllConnections();
      await closed;
    },
  };
}

/** A request whose handler failed before its answer began is answered with status 500; the error goes to the log. */
async function answerRoute(route: HttpRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await route(request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'content-type': 'text/plain' }).end('Something went wrong here.\n');
    throw error;
  }
}

async function endWithin(response: ServerResponse, milliseconds: number): Promise<void> {
  try {
    await once(response, 'close', { signal: AbortSignal.timeout(milliseconds) });
  } catch {
    // It had its time, and is cut off.
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
  // A server that listens on TCP has an address of this kind.
  return (http.address() as AddressInfo).port;
}
