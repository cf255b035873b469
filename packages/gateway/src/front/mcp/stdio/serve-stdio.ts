import type { Readable, Writable } from 'node:stream';
import type { ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Limits } from '../../../config/config.ts';
import type { Caller, SessionChannel } from '../../../core/caller.ts';
import { type Era, failed, META, MODERN_VERSION, type RpcId, type RpcReply } from '../../../rpc.ts';
import { createCoreServer } from '../core-server.ts';
import type { McpFrontDeps } from '../deps.ts';
import { replyText } from '../http-reply.ts';
import { bug } from '../incident.ts';
import { createQuestions } from '../legacy/questions.ts';
import { isObject, metaOf, type RequestMessage } from '../messages.ts';
import { filterOf, type Subscription, startSubscription } from '../subscription.ts';
import { createWire } from './wire.ts';

export interface StdioFrontDeps extends Pick<McpFrontDeps, 'core' | 'clock' | 'newId' | 'log' | 'serverInfo'> {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly limits: Pick<Limits, 'bodyBytes' | 'drainMs'>;
}

export interface StdioFront {
  /** Resolves when the client is gone. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

/** On stdio there is only one client, and whoever started us is let in. */
const PRINCIPAL = 'local';

/**
 * The gateway as a stdio server of both eras: what its client says first decides.
 *
 * @example
 * const front = serveStdioFront({ core, stdin: process.stdin, stdout: process.stdout, … });
 * await front.closed;
 */
export function serveStdioFront(deps: StdioFrontDeps): StdioFront {
  const { core, stdin, stdout, limits, clock, newId, log, serverInfo } = deps;
  const questions = createQuestions();
  const subscriptions = new Map<RpcId, Subscription>();
  const session = newId();

  const listen = ({ id, params }: RequestMessage): boolean => {
    const filter = filterOf(params);
    // What is wrong with it the SDK can say.
    if (filter === undefined || !isEnveloped(params) || subscriptions.has(id)) return false;
    let over = false;
    const onEnd = (): void => {
      over = true;
      subscriptions.delete(id);
    };
    const { send } = wire;
    const started = startSubscription({ core, id, filter, principal: PRINCIPAL, serverInfo, send, onEnd });
    if (!over) subscriptions.set(id, started);
    return true;
  };

  const wire = createWire({
    stdin,
    stdout,
    clock,
    maxBytes: limits.bodyBytes,
    drainMs: limits.drainMs,
    intercept: (message) => {
      if (message['method'] === undefined) return questions.answer(message);
      if (message['method'] === 'subscriptions/listen') return listen(message as unknown as RequestMessage);
      if (message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return false;
      const subscription = subscriptions.get(message['params']['requestId'] as RpcId);
      subscription?.end(false);
      return subscription !== undefined;
    },
  });

  const serve = (era: Era) => {
    const server = createCoreServer(core.describe(), async (method, params, context) => {
      const meta = metaOf(params);
      const modern = { client: meta[META.clientInfo], capabilities: meta[META.clientCapabilities] };
      const legacy = { client: server.getClientVersion(), capabilities: server.getClientCapabilities() };
      const { client, capabilities } = era === 'modern' ? modern : legacy;
      const version = era === 'modern' ? MODERN_VERSION : (server.getNegotiatedProtocolVersion() ?? '');
      const caller = callerOf(era, version, isObject(client) ? client : undefined, capabilities, context);
      const reply = await core.handle(method, params, caller).catch((error: unknown) => failed(bug(deps, error)));
      // The SDK's encoder takes out what its revision does not know, and changes the code of some errors.
      const { id } = context.mcpReq;
      wire.answerWith(id, replyText(id, reply));
      return ANSWERED;
    });
    if (era === 'legacy') {
      const notify: SessionChannel['notify'] = (method, params) => {
        wire.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }));
      };
      server.onclose = core.openSession({ id: session, principal: PRINCIPAL, notify }).close;
    }
    return server;
  };
  const callerOf = (
    era: Era,
    protocolVersion: string,
    client: Caller['client'],
    capabilities: unknown,
    { mcpReq: { signal } }: ServerContext,
  ): Caller => ({
    era,
    protocolVersion,
    principal: PRINCIPAL,
    session: era === 'legacy' ? session : undefined,
    client,
    capabilities: isObject(capabilities) ? capabilities : {},
    headers: {},
    signal,
    notify: (method, params) => {
      wire.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    },
    ask: era === 'modern' ? undefined : (method, params, until) => questions.ask(wire.send, method, params, until),
  });

  const handle = serveStdio(({ era }) => serve(era), {
    transport: wire.transport,
    onerror: (error) => log.debug({ error: error.message }, 'the client on stdin sent something odd'),
  });
  const endAll = (graceful: boolean): void => {
    for (const subscription of [...subscriptions.values()]) subscription.end(graceful);
    questions.close();
  };
  return {
    closed: wire.closed.then(() => endAll(false)),
    close: async () => {
      endAll(true);
      await handle.close();
    },
  };
}

/** What the SDK gets to see of a reply that goes out as it is. */
const ANSWERED: RpcReply = { kind: 'result', result: {} };

/** Whether a message claims this revision; a claim that is wrong is for the SDK to answer. */
function isEnveloped(params: RequestMessage['params']): boolean {
  const meta = metaOf(params);
  return meta[META.protocolVersion] === MODERN_VERSION && isObject(meta[META.clientCapabilities]);
}
