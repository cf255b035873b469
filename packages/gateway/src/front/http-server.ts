import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { applyServerLimits, SERVER_OPTIONS } from './guard/server-options.ts';

/** A socket that listens. What arrives is refused with 503 until there is somebody to handle it. */
export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /**
   * The same by the name `localhost`, which browsers know passkeys for; `undefined` where the name does not lead here, or could lead to
   * another program: whoever opened the page there would show it their link.
   */
  readonly localhostUrl: string | undefined;
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
  const open = (at: string, on: number) => openServer(at, on, (request, response) => handler(request, response));
  const opened = await open(host, port);
  if (!opened.ok) return err(explain(opened.error, host, port));
  const first = opened.value;
  const address = first.address() as AddressInfo;
  const other = OTHER_LOOPBACK[address.address];
  const second = other === undefined ? undefined : await open(other, address.port);
  const servers = second?.ok ? [first, second.value] : [first];
  // A socket of `::` takes both.
  const isLocalhost = second === undefined ? address.address === '::' : second.ok || isNoAddress(second.error);
  return ok({
    url: `http://${urlHost(host)}:${address.port}`,
    port: address.port,
    localhostUrl: isLocalhost ? `http://localhost:${address.port}` : undefined,
    serve: (given) => {
      handler = given;
    },
    // Not the close of node:http: to it a connection is idle once its answer was handed over, however much is still to leave.
    stopListening: () => {
      for (const server of servers) NetServer.prototype.close.call(server);
    },
    cut: () => {
      for (const server of servers) server.closeAllConnections();
    },
    onError: (tell) => {
      for (const server of servers) server.on('error', tell);
    },
  });
}

/** Browsers take `localhost` for either address. Where the gateway has one, it takes the other too, so that nobody else does. */
const OTHER_LOOPBACK: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '0.0.0.0': '::1', '::1': '127.0.0.1' };

async function openServer(host: string, port: number, handler: Handler): Promise<Result<Server, unknown>> {
  const server = createServer(SERVER_OPTIONS, handler);
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

/** That the machine does not have the address at all, as without IPv6: then nobody else can have it either. */
const isNoAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');

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
