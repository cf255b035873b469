import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { RpcReply } from '../../../rpc.ts';
import { createCoreServer } from '../core-server.ts';
import type { McpFrontDeps } from '../deps.ts';
import { sendError } from '../http-reply.ts';
import { bug } from '../incident.ts';
import { callerOf } from './caller-of.ts';
import type { Session } from './session.ts';

/**
 * Serves one POST of a session through the SDK: batches, which only 2025-03-26 has, and everything else where our own code
 * is switched off. What a session remembers is ours either way, so the SDK's objects live no longer than the POST.
 */
export function serveThroughSdk(
  deps: McpFrontDeps,
  session: Session,
  req: IncomingMessage,
  res: ServerResponse,
  body: unknown,
): void {
  const transport = new NodeStreamableHTTPServerTransport({});
  const server = createCoreServer(deps.core.describe(), (method, params, { mcpReq: { id } }) => {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const send = (json: string): boolean => {
      transport.send(JSON.parse(json), { relatedRequestId: id }).catch(() => {});
      return !res.destroyed;
    };
    const caller = callerOf(session, { send, signal: controller.signal });
    return new Promise<RpcReply>((resolve) => {
      // A cancelled request gets the core's answer: without one the SDK would keep its stream open for ever.
      session.running.set(id, { abort, cancel: abort });
      deps.core.handle(method, params, caller).then(resolve, (error: unknown) => {
        resolve({ kind: 'error', error: bug(deps, error) });
      });
    }).finally(() => {
      session.running.delete(id);
      session.touch();
    });
  });
  server
    .connect(transport)
    .then(() => transport.handleRequest(req, res, body))
    .catch((error: unknown) => {
      if (!res.headersSent) sendError(res, 500, bug(deps, error));
    });
}
