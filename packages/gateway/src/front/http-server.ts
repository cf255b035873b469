import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { applyServerLimits, SERVER_OPTIONS } from './guard/server-options.ts';

/** A listening socket. It answers requests with 503 until `serve` gives it a handler. */
export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /**
   * The same address under the name `localhost`, because browsers bind passkeys to names. `undefined` where the name does not resolve to
   * this gateway, or could resolve to another program: a person who opened the page there would give it their sign-in link.
   */
  readonly localhostUrl: string | undefined;
  readonly serve: (handler: Handler) => void;
  /** Accepts no new connections. Open ones stay until `cut`. */
  readonly stopListening: () => void;
  readonly cut: () => void;
  /** Reports errors of the listening socket itself, which stays open. */
  readonly onError: (report: (error: unknown) => void) => void;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens, or returns a readable reason why that failed. */
export async function listen(host: string, port: number): Promise<Result<HttpServer, string>> {
  const opened = await openServer(host, port);
  if (!opened.ok) return err(explain(opened.error, host, port));
  const first = opened.value;
  const address = first.address() as AddressInfo;
  const other = OTHER_LOOPBACK[address.address];
  const second = other === undefined ? undefined : await openServer(other, address.port);
  const servers = second?.ok ? [first, second.value] : [first];
  // A socket on `::` accepts both address families.
  const isLocalhost = second === undefined ? address.address === '::' : second.ok || isNoAddress(second.error);
  return ok({
    url: `http://${urlHost(host)}:${address.port}`,
    port: address.port,
    localhostUrl: isLocalhost ? `http://localhost:${address.port}` : undefined,
    serve: (handler) => {
      for (const server of servers) server.off('request', refuseUnready).on('request', handler);
    },
    // Not the close of node:http, which destroys a connection as idle while its answer is still being sent.
    stopListening: () => {
      for (const server of servers) NetServer.prototype.close.call(server);
    },
    cut: () => {
      for (const server of servers) server.closeAllConnections();
    },
    onError: (report) => {
      for (const server of servers) server.on('error', report);
    },
  });
}

/** A browser may resolve `localhost` to either address. The gateway listens on both, so that no other program can take the second. */
const OTHER_LOOPBACK: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '0.0.0.0': '::1', '::1': '127.0.0.1' };

const refuseUnready: Handler = (_request, response) => void response.writeHead(503).end();

async function openServer(host: string, port: number): Promise<Result<Server, unknown>> {
  const server = createServer(SERVER_OPTIONS, refuseUnready);
  applyServerLimits(server);
  const problem = await new Promise<unknown>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
  return problem === undefined ? ok(server) : err(problem);
}

/** Whether the machine has no such address, as without IPv6; then no other program can listen there either. */
const isNoAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');

/** Clients cannot connect to a wildcard address, so it becomes the loopback address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function explain(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Cannot listen: port ${port} on ${host} is in use, perhaps by another gateway. Give another one with --port, or 0 for any free one.`;
    case 'EACCES':
      return `Cannot listen: port ${port} needs privileges this user does not have. Give one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `Cannot listen: ${host} is no address of this machine. Give another one with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: ${toMessage(error)}`;
  }
}
