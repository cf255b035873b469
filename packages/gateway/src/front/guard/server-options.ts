import type { Server, ServerOptions } from 'node:http';

/** More headers than any client sends, and few enough to look at one by one. */
export const MAX_HEADERS = 128;

/**
 * How the listening `node:http` server is to be made. Each of these ends before a response begins or between two requests:
 * none cuts a stream of events that lasts for hours.
 */
export const SERVER_OPTIONS: Readonly<ServerOptions> = Object.freeze({
  // Room for a token and for arguments that clients mirror into Mcp-Param headers; a body has a limit of its own.
  maxHeaderSize: 16 * 1024,
  // Against clients that send a header a minute to hold connections.
  headersTimeout: 10_000,
  // The same for bodies: the largest one allowed needs 1.2 s at 100 Mbit/s. Counts receiving only, not answering.
  requestTimeout: 60_000,
  // How late the two above may be noticed; Node's 30 s would triple the first.
  connectionsCheckingInterval: 5_000,
  // Agents think for a while between two calls. Longer than the minute after which most pools and proxies drop an idle
  // connection, so that it is they who close it and no request runs into a closing socket.
  keepAliveTimeout: 65_000,
  // TCP's own question whether the other side is still there: an idle stream to a sleeping laptop would stay forever.
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  // Answers are small and awaited.
  noDelay: true,
  requireHostHeader: true,
  insecureHTTPParser: false,
  // A second Host or Authorization is refused by the guard, which needs them apart.
  joinDuplicateHeaders: false,
});

/** The limits that Node takes as properties only. */
export function applyServerLimits(server: Server): void {
  // Newer Nodes refuse what is too many, older ones drop it without a word. One more is let through, for the guard to see
  // and refuse.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // 0 is no limit: a connection may be used for as many calls as it likes.
  server.maxRequestsPerSocket = 0;
}
