import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { failed, type RpcReply } from '@toolmark/base';
import { createCoreServer } from '../core-server.ts';
import type { McpFrontDeps } from '../deps.ts';
import type { Exchanges } from '../exchange.ts';
import { sendError } from '../http-reply.ts';
import { reportBug } from '../incident.ts';
import type { RequestMessage } from '../messages.ts';
import { callerOf } from './caller-of.ts';
import { endRequest, type Session } from './session.ts';

/**
 * Serves one request of a session through the SDK, when `hotPath` is off. The gateway keeps the session's state either way, so the SDK's
 * objects live only as long as the POST.
 */
export function serveThroughSdk(
  deps: McpFrontDeps,
  exchanges: Exchanges,
  session: Session,
  req: IncomingMessage,
  res: ServerResponse,
  body: RequestMessage,
): void {
  const transport = new NodeStreamableHTTPServerTransport({});
  const server = createCoreServer(deps.core.describe(session.entrance()), (method, params, { mcpReq: { id } }) => {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const send = (json: string): boolean => {
      transport.send(JSON.parse(json), { relatedRequestId: id }).catch(() => {});
      return !res.destroyed;
    };
    const caller = callerOf(session, { send, signal: controller.signal }, req);
    const { promise, resolve: finish } = Promise.withResolvers<RpcReply>();
    // A cancelled request gets the core's answer, because without one the SDK would keep its stream open forever.
    const request = { abort, cancel: abort, finish };
    const ended = exchanges.add(request, res);
    session.requests.begin(id, request);
    deps.core.handle(method, params, caller).then(finish, (error: unknown) => finish(failed(reportBug(deps, error))));
    return promise.finally(() => {
      ended();
      endRequest(session, id, request);
    });
  });
  server
    .connect(transport)
    .then(() => transport.handleRequest(req, res, body))
    .catch((error: unknown) => {
      if (!res.headersSent) sendError(res, 500, reportBug(deps, error));
    });
}
