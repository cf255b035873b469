import type { Server, ServerOptions } from 'node:http';

/** More headers than any client sends, and few enough to check one by one. */
export const MAX_HEADERS = 128;

/**
 * Options of the listening `node:http` server. All of these limits apply before a response begins or between two requests: none of them
 * ends an event stream that lasts for hours.
 */
export const SERVER_OPTIONS: Readonly<ServerOptions> = Object.freeze({
  // Enough for a token and for arguments that clients repeat in Mcp-Param headers. The body has a limit of its own.
  maxHeaderSize: 16 * 1024,
  // Ends connections of clients that send headers slowly to hold them (slowloris).
  headersTimeout: 10_000,
  // The same for bodies: the largest allowed one takes 1.2 s at 100 Mbit/s. Covers receiving only, not answering.
  requestTimeout: 60_000,
  // The resolution of the two timeouts above; Node's default of 30 s would triple the first.
  connectionsCheckingInterval: 5_000,
  // Agents pause between two calls. Most pools and proxies drop an idle connection after a minute; this is longer, so that they close it
  // first and no request arrives on a closing socket.
  keepAliveTimeout: 65_000,
  // TCP keep-alive: without it, an idle stream to a sleeping laptop would stay open forever.
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  // Answers are small, and clients wait for them.
  noDelay: true,
  requireHostHeader: true,
  insecureHTTPParser: false,
  // The guard refuses a second Host or Authorization header, so it must see them separately.
  joinDuplicateHeaders: false,
});

/** Sets the limits that Node accepts as properties only. */
export function applyServerLimits(server: Server): void {
  // Older versions of Node silently drop headers beyond the limit. One more is let through, so that the guard notices and refuses.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // 0 means no limit: one connection may carry any number of calls.
  server.maxRequestsPerSocket = 0;
}
