import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isJsonObject } from '@toolmark/annotations';
import {
  type Era,
  errorOf,
  failed,
  type JsonObject,
  META,
  MODERN_VERSION,
  type RpcReply,
  settlesWithin,
} from '@toolmark/base';
import type { Limits } from '@toolmark/config';
import type { Caller, SessionChannel } from '../../../model/caller.ts';
import { type Entrance, OWN_ENTRANCE } from '../../../model/entrance.ts';
import { createCoreServer } from '../core-server.ts';
import type { McpFrontDeps } from '../deps.ts';
import { replyText } from '../http-reply.ts';
import { reportBug } from '../incident.ts';
import { createQuestions } from '../legacy/questions.ts';
import { isId, metaOf } from '../messages.ts';
import { createStdioSubscriptions } from './stdio-subscriptions.ts';
import { createWire } from './wire.ts';

export interface StdioFrontDeps extends Pick<McpFrontDeps, 'core' | 'clock' | 'newId' | 'log' | 'serverInfo'> {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values' | 'drainMs'>;
  /** The entrance of the only client; without restrictions by default. */
  readonly entrance?: Entrance;
}

export interface StdioFront {
  /** Resolves when the client has disconnected. */
  readonly closed: Promise<void>;
  /** Ends subscriptions, waits up to so many milliseconds for requests under way, and closes. */
  readonly close: (withinMs: number) => Promise<void>;
}

/**
 * Serves MCP in both eras on stdio. The first message of the client decides the era.
 *
 * @example
 * const front = serveStdioFront({ core, stdin: process.stdin, stdout: process.stdout, … });
 * await front.closed;
 */
export function serveStdioFront(deps: StdioFrontDeps): StdioFront {
  const { core, stdin, stdout, limits, clock, newId, log, serverInfo, entrance = OWN_ENTRANCE } = deps;
  const { principal, mode, scope, menu, ceiling } = entrance;
  const mayAnswer = entrance.grant?.mayAnswer ?? true;
  const questions = createQuestions();
  const session = newId();
  const wire = createWire({
    stdin,
    stdout,
    clock,
    log,
    limits,
    intercept: (message) =>
      message['method'] === undefined
        ? questions.answer(message)
        : refuseRemoved(message, send) || subscriptions.take(message),
  });
  const { send } = wire;
  const subscriptions = createStdioSubscriptions({ core, serverInfo, entrance, send });

  const serve = (era: Era) => {
    const server = createCoreServer(core.describe(entrance), async (method, params, { mcpReq: { id, signal } }) => {
      const caller: Caller = {
        ...(era === 'modern' ? modernClient(params) : legacyClient(server)),
        era,
        principal,
        mode,
        scope,
        menu,
        ceiling,
        mayAnswer,
        session: era === 'legacy' ? session : undefined,
        headers: {},
        signal,
        notify: (name, values) => void send(notification(name, values)),
        ask: era === 'modern' ? undefined : (name, values, until) => questions.ask(send, name, values, until),
      };
      const reply = await core.handle(method, params, caller).catch((error: unknown) => failed(reportBug(deps, error)));
      // The SDK's encoder would remove fields that its revision does not know, and change the code of some errors.
      wire.answerWith(id, replyText(id, reply));
      return ANSWERED;
    });
    if (era === 'legacy') {
      const notify: SessionChannel['notify'] = (method, params) => void send(notification(method, params));
      server.oninitialized = () =>
        core.connected({ era, principal, mode, session, client: legacyClient(server).client });
      server.onclose = core.openSession({ id: session, principal, mode, scope: () => scope, notify }).close;
    }
    return server;
  };

  const handle = serveStdio(({ era }) => serve(era), {
    transport: wire.transport,
    onerror: (error) => log.debug({ error: error.message }, 'the client on stdin sent an invalid message'),
  });
  const endAll = (graceful: boolean): void => {
    subscriptions.endAll(graceful);
    questions.close();
  };
  return {
    closed: wire.closed.then(() => endAll(false)),
    close: async (withinMs) => {
      endAll(true);
      await settlesWithin(wire.idle(), withinMs, clock);
      await handle.close();
    },
  };
}

/** Methods that 2026-07-28 no longer has. */
const REMOVED: ReadonlySet<unknown> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** Refuses a removed method with the error that clients get over HTTP. The SDK would send one without data. */
function refuseRemoved({ id, method, params }: JsonObject, send: (json: string) => unknown): boolean {
  const isModern = isJsonObject(params) && metaOf(params)[META.protocolVersion] === MODERN_VERSION;
  if (!isModern || !isId(id) || !REMOVED.has(method)) return false;
  send(replyText(id, failed(errorOf('methodNotFound', `Method not found: ${method}`))));
  return true;
}

/** Given to the SDK in place of a reply that is sent as text. */
const ANSWERED: RpcReply = { kind: 'result', result: {} };

type ClientFacts = Pick<Caller, 'protocolVersion' | 'client' | 'capabilities'>;

/** The client, by the `_meta` of a request of 2026-07-28. */
function modernClient(params: JsonObject): ClientFacts {
  const meta = metaOf(params);
  return toClientFacts(MODERN_VERSION, meta[META.clientInfo], meta[META.clientCapabilities]);
}

/** The client, by its `initialize`. */
const legacyClient = (server: Server): ClientFacts =>
  toClientFacts(server.getNegotiatedProtocolVersion() ?? '', server.getClientVersion(), server.getClientCapabilities());

const toClientFacts = (protocolVersion: string, client: unknown, capabilities: unknown): ClientFacts => ({
  protocolVersion,
  client: isJsonObject(client) ? client : undefined,
  capabilities: isJsonObject(capabilities) ? capabilities : {},
});

const notification = (method: string, params?: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
