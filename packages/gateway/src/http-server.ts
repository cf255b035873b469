import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { applyServerLimits, SERVER_OPTIONS } from './front/guard/server-options.ts';

/** A socket that listens. What arrives is refused with 503 until there is somebody to handle it. */
export interface HttpServer {
  readonly url: string;
  readonly port: number;
  readonly serve: (handler: Handler) => void;
  /** Takes no new connections; those there are get until `cut`. */
  readonly stopListening: () => void;
  readonly cut: () => void;
  /** Trouble with the socket itself; it goes on listening. */
  readonly onError: (tell: (error: unknown) => void) => void;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens, or says in a sentence why that cannot be. */
export async function listen(host: string, port: number): Promise<Result<HttpServer, string>> {
  let handler: Handler = (_request, response) => void response.writeHead(503).end();
  const server = createServer(SERVER_OPTIONS, (request, response) => handler(request, response));
  applyServerLimits(server);
  const problem = await new Promise<unknown>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port }, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
  if (problem !== undefined) return err(explain(problem, host, port));
  const address = server.address() as AddressInfo;
  return ok({
    url: `http://${urlHost(host)}:${address.port}`,
    port: address.port,
    serve: (given) => {
      handler = given;
    },
    // Not the close of node:http: to it a connection is idle once its answer was handed over, however much is still to leave.
    stopListening: () => void NetServer.prototype.close.call(server),
    cut: () => server.closeAllConnections(),
    onError: (tell) => void server.on('error', tell),
  });
}

/** A wildcard is nowhere a client could connect to. */
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
