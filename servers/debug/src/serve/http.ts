import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { announce } from '../resources/announce.ts';
import { createDebugServer, type DebugServerOptions } from '../server.ts';
import type { Debugger } from '../tools/toolbox.ts';
import type { RunningServer } from './stdio.ts';
import { requireToken } from './token.ts';

/** A server that listens. */
export interface HttpServer extends RunningServer {
  /** Where clients connect: `http://127.0.0.1:7422/mcp`. */
  readonly url: string;
}

/** Where to listen, who may call, and whom to tell about requests that went wrong. */
export interface HttpOptions extends Pick<DebugServerOptions, 'withCode'> {
  /** 0 for any free one. */
  readonly port: number;
  readonly token: string;
  readonly onError?: (error: Error) => void;
}

/** Only this machine. */
const HOST = '127.0.0.1';
/** The longest text for a program's stdin, even if every character is escaped, and the JSON around it. */
const MAX_BODY_BYTES = 8_388_608;
/** How long calls that are under way may take to end when the server closes. */
const GRACE_MS = 1_000;

/** Serves any number of clients over HTTP, in both eras, on this machine only. They share one debugger. */
export async function startHttp(debug: Debugger, options: HttpOptions): Promise<HttpServer> {
  const { port, token, onError = () => undefined, withCode = true } = options;
  const http = createServer();
  const handler = createMcpHandler(
    // Clients of the older revisions are served without a session here, so there is no way to tell them anything.
    ({ era }) => createDebugServer(debug, { withCode, announcesChanges: era === 'modern' }),
    { onerror: onError, maxRequestBodySize: MAX_BODY_BYTES },
  );
  const serve = toNodeHandler(handler, { onerror: onError, maxRequestBodySize: MAX_BODY_BYTES });
  const guards = [localhostHostValidation(), localhostOriginValidation(), requireToken(token)];
  const answering = new Set<ServerResponse>();
  http.on('request', (request, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    if (!guards.every((allows) => allows(request, response))) return;
    if (request.url?.split('?', 1)[0] !== '/mcp') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The MCP endpoint is /mcp.\n');
      return;
    }
    // Node's own request does not satisfy the SDK's picture of it under exactOptionalPropertyTypes.
    serve(request as Parameters<typeof serve>[0], response).catch(onError);
  });
  await listen(http, port);
  const stopAnnouncing = announce(debug.engine, {
    resourceUpdated: (uri) => handler.notify.resourceUpdated(uri),
    resourcesChanged: () => handler.notify.resourcesChanged(),
  });
  return {
    url: `http://${HOST}:${portOf(http)}/mcp`,
    close: async () => {
      stopAnnouncing();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await handler.close();
      await Promise.all([...answering].map((response) => endWithin(response, GRACE_MS)));
      // Those that are idle, or have never asked anything, would keep the server open.
      http.closeAllConnections();
      await closed;
    },
  };
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
